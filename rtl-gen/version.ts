// Owns: the version that emitted text names as its generator. A test keeps it equal to the package's.
export const version = '0.1.0'
