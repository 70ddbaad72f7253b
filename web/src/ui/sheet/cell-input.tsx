// The editor of a cell. Begun by typing, the arrow keys leave it; begun by F2, Enter or a double click, they move within the text. A text that is no value
// stays in the cell with the reason below it.
import { useEffect, useId, useRef, useState } from 'react'

export type Leaving = { key: 'Enter' | 'Tab' | 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'; shift: boolean } | undefined

export function CellInput({
  label,
  start,
  typed,
  refuse,
  onDone,
  onCancel,
}: {
  label: string
  start: string
  /** Begun by typing. */
  typed: boolean
  refuse: (text: string) => string | undefined
  onDone: (text: string, leaving: Leaving) => void
  onCancel: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(start)
  const [fault, setFault] = useState<string>()
  const ended = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    if (!typed) input.current?.select()
  }, [typed])
  const done = (leaving: Leaving) => {
    const reason = refuse(text.trim())
    if (reason) return setFault(reason)
    ended.current = true
    onDone(text.trim(), leaving)
  }
  return (
    <>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? id : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
        onBlur={() => {
          if (!ended.current) done(undefined)
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.nativeEvent.isComposing) return
          const leaves = event.key === 'Enter' || event.key === 'Tab' || (typed && event.key.startsWith('Arrow'))
          if (event.key === 'Escape') {
            ended.current = true
            onCancel()
          } else if (leaves) done({ key: event.key as NonNullable<Leaving>['key'], shift: event.shiftKey })
          else return
          event.preventDefault()
        }}
        className="tabular absolute inset-0 size-full bg-surface px-2 text-right outline-2 -outline-offset-2 outline-accent aria-invalid:outline-bad"
      />
      {fault && (
        <span
          id={id}
          role="alert"
          className="absolute top-full right-0 z-[6] mt-1 w-max max-w-56 rounded-control border border-bad-line bg-bad-soft px-2 py-1 text-left text-caption whitespace-normal text-bad-text shadow-popover"
        >
          {fault}
        </span>
      )}
    </>
  )
}
