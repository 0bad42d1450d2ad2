// Owns: the microcode of the unit. One line is one micro-operation.
//
//   label:  action [argument] [then goto label]
//   label:  if [not] condition goto label [else action [argument]]
//   label:  goto label
//
// A branch that is taken skips the action of its line: test and action are one step, and nothing comes between them.

/** O-mode; P-mode is one turn of the same loop. Runs in the thread of a slot; the paper's machine between start and trap. */
export const oMode = `
o_loop:    if ended goto o_end
           if owes_abort goto o_owes
           if spent goto o_spent
           query
           count queries
o_chunk:   if ended goto o_end else wait grant
           if ended goto o_end else send
           wait sent
           if ended goto o_end else advance
           if unsent goto o_chunk
           if ended goto o_end else left
           count sentNew
           count sentAgain
           phase_host
o_await:   if ended goto o_end else wait frame
           if ended goto o_end
           phase_append
           if frame_reject goto o_reject
           if not frame_answer goto o_fault
           take
           wait taken
           accept
           if ended goto o_end
           if answer_ends goto o_answer
           release
           phase_host then goto o_await
o_answer:  wait stored
           if ended goto o_end else commit
           count appended
           count answers
           count tokensEvaluated
           count tokensReused
           count tokensHistory
           release
           phase_send then goto o_loop
o_owes:    wait told then goto o_loop
o_spent:   end budget then goto o_end
o_reject:  end reject then goto o_end
o_fault:   end link then goto o_end
o_end:     release
           wait stored
           phase_host
           if rolls_back goto o_back
           keep
           count appended
           goto o_return
o_back:    roll_back
o_return:  record
o_parked:  wait parked then goto o_loop
`

/** What a frame from the host does before a slot sees it. Runs in the thread of the receiver. */
export const receiver = `
rx:        if rx_hello goto rx_hello
           if rx_cached goto rx_cached
           if not rx_current goto rx_drop
           if rx_early goto rx_early
           hand
           wait released then goto rx_wait
rx_early:  end_receiver then goto rx_wait
rx_drop:   drop then goto rx_wait
rx_hello:  if rx_same_session goto rx_greet
           session
rx_greet:  hello then goto rx_wait
rx_cached: if not rx_fits goto rx_drop else cached
rx_wait:   wait header then goto rx
`

/** The short frames that a slot owes the host. Runs in the thread of the sender. */
export const sender = `
tx:        if tx_hello goto tx_hello
           if tx_abort goto tx_abort
           send_close then goto tx_wait
tx_hello:  send_hello then goto tx_wait
tx_abort:  send_abort
tx_wait:   wait flag then goto tx
`

/** The instructions. Each begins at the label that its row names, and runs in the thread of the command port. */
export const commands = `
oinfo:
oseg_get:  prepare
           if refused goto refuse
           reply
done:      wait command
oentry:
oauto:
owindow:
oseg_touch:
oseg_bind:
oseg_watch:
oseg_close: prepare
           if refused goto refuse
           set
           reply then goto done
oseg_open: prepare
           if refused goto refuse
           scan_slots
open_scan: if scan_overlap goto refuse
           if not scan_more goto open_clear
           scan_next then goto open_scan
open_clear: scan_counters
open_next: clear_counter
           if not scan_more goto open_set
           scan_next then goto open_next
open_set:  set
           reply then goto done
oseg_limit: prepare
           if refused goto refuse
           scan_slots
limit_scan: if scan_overlap goto refuse
           if not scan_more goto limit_set
           scan_next then goto limit_scan
limit_set: set
           reply then goto done
oseg_top:  prepare
           if refused goto refuse
           count truncated
           set
           reply then goto done
opush:     prepare
           if refused goto refuse
           access
           wait accessed
           prepare
           set
           reply then goto done
opop:      prepare
           if refused goto refuse
           access
           wait accessed
           prepare
           count truncated
           set
           reply then goto done
opeek:     prepare
           if refused goto refuse
           access
           wait accessed
           reply then goto done
oask:
ostart:    prepare
           if refused goto refuse
           start
           reply then goto done
oracle:
oenter:    prepare
           if refused goto refuse
           start
           reply_later then goto done
owait:     prepare
           if refused goto refuse
           if wakes goto owait_now else reply_later
           goto done
owait_now: reply then goto done
otrap:     prepare
           if refused goto refuse
           if no_record goto otrap_none else take_record
otrap_none: reply then goto done
oabort:    prepare
           if refused goto refuse
           abort
           reply then goto done
ocount:    prepare
           if refused goto refuse
           read_counter
           reply then goto done
unknown:   prepare
refuse:    refuse then goto done
`

export const microcode = [oMode, receiver, sender, commands].join('\n')
