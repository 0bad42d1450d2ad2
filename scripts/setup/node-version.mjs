// Owns: the oldest Node that this project runs on.
const oldest = [20, 19]

/** 0, or 3 with a message when this Node is too old. */
export const nodeVersion = ({ say }) => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return 0
  say(`Node ${oldest.join('.')} or newer is needed, this is ${process.versions.node}: install one from https://nodejs.org`)
  return 3
}
