// Owns: a state machine: a traffic light that changes for a pedestrian, and never shows green to both.
import { bit, enumeration, input, module, output, register, uint } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'

export const light = enumeration('light', ['carsGo', 'carsStop', 'walk', 'clear'])

/** Cars have green until the button is pressed; each change takes some cycles. `cycles`: how long people may walk, 2 to 15. */
export const trafficLight = (cycles: number) => module('trafficLight', {
  button: input(bit),
  carsGreen: output(bit),
  walkGreen: output(bit),
  state: register(light, 'carsGo'),
  timer: register(uint(4), 0),
}, ({ button, carsGreen, walkGreen, state, timer }, { assign, when, match, assert, cover }) => [
  assign({ carsGreen: state.is('carsGo'), walkGreen: state.is('walk') }),
  // Changes without a `when` hold in every cycle; what comes later wins.
  when(timer.ne(0), { timer: timer.sub(1) }),
  // match wants an arm for each member: a forgotten state does not compile.
  match(state, {
    carsGo: when(button, { state: 'carsStop', timer: 2 }),
    carsStop: when(timer.eq(0), { state: 'walk', timer: cycles - 1 }),
    walk: when(timer.eq(0), { state: 'clear', timer: 2 }),
    clear: when(timer.eq(0), { state: 'carsGo' }),
  }),
  // Checked at every clock edge outside reset, in simulation and in the SystemVerilog.
  assert('neverBoth', carsGreen.and(walkGreen).not()),
  cover('somebodyWalks', walkGreen),
], { doc: 'a light for cars and one for people; one of them at most is green.' })
