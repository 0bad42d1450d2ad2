// Owns: how a path stands in messages: from the current folder, if it lies below that. Temporary folders of a whole test run do, those of a run by hand do not.
export const shownPath = (path: string): string => (path.startsWith(`${process.cwd()}/`) ? path.slice(process.cwd().length + 1) : path)
