// Owns: the start of the page: its parts, and the ways from one to another.
import { byId, readRun } from './base.js'
import { history } from './history.js'
import { timeline } from './timeline.js'
import { waves } from './waves.js'

const run = readRun()
const shown = timeline(run), wave = waves(run)
/** @param {string} id */
const goTo = (id) => {
  byId(id).scrollIntoView({ block: 'start' })
  byId(`${id}-box`).focus({ preventScroll: true })
}
history(run, (from, to) => {
  shown.show(from, to)
  goTo('timeline')
})
document.addEventListener('click', (e) => {
  const button = e.target instanceof Element ? e.target.closest('button') : null
  const { waves: trap, from, to } = button?.dataset ?? {}
  if (trap !== undefined) {
    wave.show(Number(trap))
    goTo('waves')
  } else if (from !== undefined && to !== undefined) {
    shown.show(Number(from), Number(to) + 1, 150)
    goTo('timeline')
  }
})
document.documentElement.classList.add('ready')
