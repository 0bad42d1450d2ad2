// Owns: the types of python-packages.mjs, which is plain JavaScript because the set-up runs before any package is there.
export const pythonEnvironment: { readonly folder: string; readonly command: string }
/** Whether everything that `name`.txt lists is installed, in the versions of that file. */
export function pythonListInstalled(name: string): boolean
