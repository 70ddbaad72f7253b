// A field of many short texts, each a chip: comma, semicolon, Enter or leaving the field ends one, a pasted text is divided, Backspace takes
// the last one away. Of many only the first are drawn.
import { CircleAlert, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { classes } from '../class-names.ts'
import { box, Field, type FieldProps } from './field.tsx'

/** Chips that are drawn. */
const drawn = 100

export function ChipsField({
  values,
  onChange,
  split,
  wrong,
  texts,
  ...field
}: FieldProps & {
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** The texts in what was typed or pasted. */
  split: (text: string) => readonly string[]
  /** The faults of some of them. */
  wrong: ReadonlyMap<string, string>
  texts: { remove: (value: string) => string; more: (count: number) => string }
}) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const known = new Set(values.map((value) => value.toLowerCase()))
    const added = split(text).filter((value) => !known.has(value.toLowerCase()))
    if (added.length > 0) onChange([...values, ...added])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (['Enter', ',', ';', '，', '；'].includes(event.key) && typed.trim() !== '' && !/^\s*"[^"]*$/.test(typed)) {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1))
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[,;\n\t，；]/.test(text)) return
    event.preventDefault()
    add(typed + text)
  }
  // what is wrong is drawn first, so that it is seen
  const ordered = wrong.size > 0 ? [...values].sort((a, b) => Number(wrong.has(b)) - Number(wrong.has(a))) : values
  return (
    <Field {...field}>
      {(controlProps) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips is meant for the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field itself takes keys
        <div
          className={classes(box, 'flex max-h-60 cursor-text flex-wrap items-center gap-1.5 overflow-y-auto !py-1.5')}
          onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        >
          {ordered.slice(0, drawn).map((value) => (
            <Chip
              key={value}
              value={value}
              fault={wrong.get(value)}
              label={texts.remove(value)}
              onRemove={() => onChange(values.filter((one) => one !== value))}
            />
          ))}
          {values.length > drawn && <span className="px-1 text-small text-text-2">{texts.more(values.length - drawn)}</span>}
          <input
            dir="auto"
            {...controlProps}
            ref={input}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => typed.trim() !== '' && add(typed)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className="min-h-6 min-w-40 flex-1 bg-transparent outline-none"
          />
        </div>
      )}
    </Field>
  )
}

const Chip = ({ value, fault, label, onRemove }: { value: string; fault: string | undefined; label: string; onRemove: () => void }) => (
  <span
    title={fault}
    className={classes(
      'inline-flex max-w-full items-center gap-1 rounded-full pr-0.5 pl-2.5 text-small',
      fault ? 'bg-bad-soft text-bad-text' : 'bg-accent-soft text-accent-soft-text',
    )}
  >
    {fault && <CircleAlert aria-hidden size={13} strokeWidth={2} className="shrink-0" />}
    <span className="truncate">{value}</span>
    {fault && <span className="screen-reader">{fault}</span>}
    <button
      type="button"
      aria-label={label}
      onClick={onRemove}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full"
    >
      <X aria-hidden size={13} />
    </button>
  </span>
)
