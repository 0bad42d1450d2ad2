// Owns: the type of the plugin, which is written in JavaScript.
import type { ESLint } from 'eslint'

declare const plugin: ESLint.Plugin
export default plugin
