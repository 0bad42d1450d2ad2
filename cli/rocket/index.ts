// Owns: `archnights rocket`: the unit behind the RoCC port of a real Rocket core. Its commands, one file each.
import { Command } from 'commander'
import type { Context } from '../main.ts'
import { buildCommand } from './build.ts'
import { compileCommand } from './compile.ts'
import { emitSystemCommand } from './emit.ts'
import { runProgramCommand } from './run.ts'

export function rocketCommand(context: Context): Command {
  const rocket = new Command('rocket')
    .description('the unit on a Rocket core: write the Verilog of the system, build its simulator, compile and run programs')
    .helpCommand(false)
  for (const command of [emitSystemCommand, buildCommand, runProgramCommand, compileCommand]) rocket.addCommand(command(context))
  return rocket
}
