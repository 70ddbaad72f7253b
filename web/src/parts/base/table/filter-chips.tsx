// Filters of a list as chips: "Add filter" offers those not yet used, each chip holds the control of its value. Their values are in the
// address (parts/page/paged.ts); a chip without a value so far is known only here.
import { ListFilter, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'

/** `name`: in the address. Without `options` the value is typed. */
export type FilterField = { name: string; label: string; options?: readonly { value: string; label: string }[] }
type FilterValues = Readonly<Record<string, string | undefined>>

export type FilterChipsProps = {
  fields: readonly FilterField[]
  values: FilterValues
  onChange: (values: FilterValues) => void
  /** They were asked for by a button whose place they take. */
  takesFocus?: boolean
}

/** The texts are in management.json. */
export function FilterChips({ fields, values, onChange, takesFocus = false }: FilterChipsProps) {
  const t = useTexts('management')
  const frame = useRef<HTMLDivElement>(null)
  const [empty, setEmpty] = useState<readonly string[]>([])
  const [focused, setFocused] = useState<string>()
  const chips = fields.filter(({ name }) => values[name] !== undefined || empty.includes(name))
  const others = fields.filter((field) => !chips.includes(field))
  // a menu that closes gives the focus back to its button: the new chip takes it afterwards
  useEffect(() => {
    if (focused === undefined) return
    const frameRequest = requestAnimationFrame(() => {
      frame.current?.querySelector<HTMLElement>(`[data-filter="${focused}"]`)?.focus()
      setFocused(undefined)
    })
    return () => cancelAnimationFrame(frameRequest)
  }, [focused])
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector<HTMLElement>('[data-add] button')?.focus()
  }, [takesFocus])
  const removeEmpty = (name: string) => setEmpty((names) => names.filter((other) => other !== name))
  const set = (name: string, value: string) => {
    removeEmpty(name)
    onChange({ [name]: value === '' ? undefined : value })
  }
  const remove = (name: string) => {
    set(name, '')
    frame.current?.querySelector<HTMLElement>('[data-add] button')?.focus()
  }
  const clear = () => {
    setEmpty([])
    onChange(Object.fromEntries(fields.map(({ name }) => [name, undefined])))
    frame.current?.querySelector<HTMLElement>('[data-add] button')?.focus()
  }
  return (
    <div ref={frame} role="group" aria-label={t('filters')} className="flex min-w-[min(280px,100%)] flex-1 flex-wrap items-center gap-2">
      {chips.map((field) => (
        <FilterChip
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onChange={(value) => set(field.name, value)}
          onRemove={() => remove(field.name)}
        />
      ))}
      {others.length > 0 && (
        <span data-add="">
          <Menu
            align="start"
            trigger={{ kind: 'button', props: { icon: ListFilter, children: t('addFilter') } }}
            groups={[
              {
                items: others.map(({ name, label }) => ({
                  label,
                  onSelect: () => {
                    setEmpty((names) => [...names, name])
                    setFocused(name)
                  },
                })),
              },
            ]}
          />
        </span>
      )}
      {chips.length > 1 && (
        <Button variant="link" onClick={clear}>
          {t('clearFilters')}
        </Button>
      )}
    </div>
  )
}

type ChipProps = { field: FilterField; value: string; onChange: (value: string) => void; onRemove: () => void }

function FilterChip({ field: { name, label, options }, value, onChange, onRemove }: ChipProps) {
  const t = useTexts('management')
  const id = useId()
  const control = { id, 'data-filter': name, className: 'min-w-0 bg-transparent py-0.5 font-medium outline-none' }
  return (
    <span className="field-edge inline-flex min-h-(--control) max-w-full items-center gap-1.5 !rounded-full bg-surface pr-1 pl-3 text-body focus-within:outline-2 focus-within:outline-accent">
      <label htmlFor={id} className="shrink-0 text-text-2">
        {label}
      </label>
      {options ? (
        <select
          {...control}
          value={options.some((option) => option.value === value) ? value : ''}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' || event.key === 'Delete') onRemove()
          }}
        >
          <option value="" disabled>
            {t('chooseFilter')}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <TypedValue control={control} value={value} onChange={onChange} onRemove={onRemove} />
      )}
      <button
        type="button"
        aria-label={t('removeFilter', { name: label })}
        onClick={onRemove}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-text-2 hover:bg-hover hover:text-text"
      >
        <X aria-hidden size={14} strokeWidth={2} />
      </button>
    </span>
  )
}

/** Takes effect on Enter and when left; Backspace in the empty field removes the chip. An input method's Enter is its own. */
function TypedValue({
  control,
  value,
  onChange,
  onRemove,
}: Omit<ChipProps, 'field'> & { control: { id: string; 'data-filter': string; className: string } }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const report = () => {
    if (typed.trim() !== value) onChange(typed.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') report()
    if (event.key === 'Backspace' && typed === '') onRemove()
  }
  return (
    <input
      {...control}
      value={typed}
      size={12}
      maxLength={64}
      autoComplete="off"
      enterKeyHint="search"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={report}
      onKeyDown={onKeyDown}
    />
  )
}
