// The note of a field: its help, the time of its last saving, or its error. A field that may have an error keeps the room of a line for it, so that no
// form moves while it is used: an error stands where the help stood, and the room of a longer one stays once it was needed.
import { Check, CircleAlert } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'

export function Note({
  id,
  help,
  error,
  saved,
  room,
  iconInside = false,
  mayHelp = false,
  below,
}: {
  /** Undefined while there is nothing to connect the control with. */
  id: string | undefined
  help: string | undefined
  error: string | undefined
  saved: string | undefined
  /** Whether a line is kept free. */
  room: boolean
  iconInside?: boolean
  /** The help comes and goes with the value: its room is whole. */
  mayHelp?: boolean
  /** The meaning of an empty field, which is read out with the control itself: seen while it is `shown`, and its room is kept. */
  below?: { text: string; shown: boolean }
}) {
  const t = useTexts('ui')
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (error && note.current) note.current.style.minHeight = `${note.current.offsetHeight}px`
  }, [error])
  const message = error || saved
  return (
    <div
      ref={note}
      id={id}
      aria-live="polite"
      className={classes(
        'grid text-caption *:[grid-area:1/1]',
        (room || help || message) && 'mt-1',
        room && 'min-h-[1lh]',
        // a part of the room lies in the gap to the next field
        room && !help && !mayHelp && '-mb-2',
        error ? 'text-bad-text' : saved ? 'text-ok-text' : 'text-text-3',
      )}
    >
      {below && (
        <span aria-hidden className={classes((!below.shown || help || message) && 'invisible')}>
          {below.text}
        </span>
      )}
      {help && <span className={classes(message && 'invisible')}>{help}</span>}
      {error && iconInside ? (
        <span>{error}</span>
      ) : message ? (
        <span className="flex items-start gap-1.5">
          {error ? (
            <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-px shrink-0" />
          ) : (
            <Check aria-hidden size={14} strokeWidth={2} className="mt-px shrink-0" />
          )}
          {error ?? t('savedAt', { time: saved ?? '' })}
        </span>
      ) : null}
    </div>
  )
}
