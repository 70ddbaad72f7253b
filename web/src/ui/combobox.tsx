// A field that is typed in and chooses from a list: one (Combobox) or several (MultiCombobox), from options given or searched on a
// server. The field stands at once; the list and what places it come on the first hover, focus or touch. It is ours and not Headless
// UI's, because that one is swapped in when it has loaded, which would end a composition of an input method.
import { ChevronDown, X } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useId, useRef, useState } from 'react'
import { texts, useTexts } from '../i18n.ts'
import { classes } from './class-names.ts'
import { allRow, nextActive, type Option } from './combobox-filter.ts'
import type { ListProps } from './combobox-list.tsx'
import { Field, type FieldProps } from './field.tsx'
import { Spinner } from './progress.tsx'
import { type Source, useOptions } from './use-options.ts'

export type { Option } from './combobox-filter.ts'
export type { Found } from './use-options.ts'

let List: ComponentType<ListProps> | undefined
let loading: Promise<unknown> | undefined
const load = () =>
  (loading ??= Promise.all([import('./combobox-list.tsx'), texts('inputs')]).then(
    ([module]) => {
      List = module.default
    },
    () => {
      loading = undefined
    },
  ))

type Shared = FieldProps & Source & { placeholder?: string; name?: string; readOnly?: boolean; autoFocus?: boolean; onBlur?: () => void }
type Props = Shared & { chosen: readonly Option[]; many: boolean; choose: (chosen: readonly Option[]) => void }

/** One option or none. */
export const Combobox = ({
  value,
  onChange,
  ...rest
}: Shared & { value: Option | undefined; onChange: (value: Option | undefined) => void }) => (
  <Base {...rest} many={false} chosen={value ? [value] : []} choose={(chosen) => onChange(chosen.at(-1))} />
)

/** Several, shown as chips in the field; Backspace takes the last one away. */
export const MultiCombobox = ({
  value,
  onChange,
  ...rest
}: Shared & { value: readonly Option[]; onChange: (value: readonly Option[]) => void }) => (
  <Base {...rest} many chosen={value} choose={onChange} />
)

function Base({
  chosen,
  many,
  choose,
  options: given,
  search,
  total,
  placeholder,
  name,
  readOnly = false,
  autoFocus,
  onBlur,
  ...field
}: Props) {
  const t = useTexts('ui')
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [, setReady] = useState(List !== undefined)
  const [composing, setComposing] = useState(false)
  const choices = useOptions({ options: given, search, total }, asked.trim(), open)
  const { options } = choices
  const all = many && !choices.lite && !search && !asked.trim() && options.length > 1
  // The row that chooses all is the first one of the list, and keys reach it like any other.
  const rows: readonly Option[] = all ? [{ value: allRow, label: '' }, ...options] : options
  const at = open ? Math.min(active, rows.length - 1) : -1
  const isChosen = (option: Option) => chosen.some(({ value }) => value === option.value)

  const show = () => {
    if (open || readOnly) return
    setOpen(true)
    setActive(many ? -1 : rows.findIndex(isChosen))
    if (!List) void load().then(() => setReady(true))
  }
  const hide = () => {
    setOpen(false)
    setTyped(undefined)
    setAsked('')
    setActive(-1)
  }
  const write = (text: string, finished: boolean) => {
    setTyped(text)
    show()
    if (!finished) return
    setAsked(text)
    setActive(text.trim() ? 0 : -1)
  }
  const take = (option: Option | undefined) => {
    if (!option || option.off !== undefined) return
    if (option.value === allRow) {
      const open = options.filter(({ off }) => off === undefined)
      return choose(open.every(isChosen) ? [] : [...chosen.filter((one) => !open.some(({ value }) => value === one.value)), ...open])
    }
    if (!many) {
      choose([option])
      return hide()
    }
    choose(isChosen(option) ? chosen.filter(({ value }) => value !== option.value) : [...chosen, option])
    setTyped('')
    setAsked('')
    if (asked.trim()) setActive(-1)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || readOnly) return
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (by) {
      event.preventDefault()
      if (!open) show()
      else if (event.altKey && by === -1) hide()
      else setActive(nextActive(rows, at, by))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      take(rows[at])
    } else if (event.key === 'Escape' && (open || typed)) {
      event.preventDefault()
      event.stopPropagation()
      hide()
    } else if (event.key === 'Backspace' && many && !typed && chosen.length > 0) choose(chosen.slice(0, -1))
  }
  const single = many ? undefined : chosen[0]
  const clearable = !readOnly && (many ? chosen.length > 0 : single !== undefined)
  return (
    <Field {...field}>
      {(wired) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its field
        <div
          ref={root}
          className="relative"
          onPointerEnter={load}
          onFocus={load}
          onTouchStart={load}
          onKeyDown={keys}
          onBlur={(event) => {
            if (root.current?.contains(event.relatedTarget)) return
            hide()
            onBlur?.()
          }}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the chips goes to the field */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field itself has the keys */}
          <div
            onClick={(event) => {
              if ((event.target as Element).closest('button')) return
              input.current?.focus()
              show()
            }}
            className={classes(
              'field-edge flex min-h-(--field) w-full flex-wrap items-center gap-1 py-0.5 pl-1',
              readOnly ? '!border-line !bg-sunken pr-1 text-text-2' : 'pr-16',
            )}
          >
            {many &&
              chosen.map((option) => (
                <span
                  key={option.value}
                  className="inline-flex max-w-full items-center gap-0.5 rounded-mark bg-accent-soft pl-1.5 text-small text-accent-soft-text"
                >
                  <span className="truncate" lang={option.lang}>
                    {option.label}
                  </span>
                  {!readOnly && (
                    <button
                      type="button"
                      aria-label={t('takeAway', { name: option.label })}
                      onClick={() => {
                        choose(chosen.filter(({ value }) => value !== option.value))
                        input.current?.focus()
                      }}
                      className="inline-flex size-6 items-center justify-center rounded-mark hover:bg-hover"
                    >
                      <X aria-hidden size={12} strokeWidth={2} />
                    </button>
                  )}
                </span>
              ))}
            <input
              {...wired}
              ref={input}
              name={name}
              type="text"
              role="combobox"
              aria-expanded={open}
              aria-controls={open ? `${id}-list` : undefined}
              aria-autocomplete="list"
              aria-activedescendant={at >= 0 ? `${id}-${rows[at]?.value}` : undefined}
              autoComplete="off"
              {...(autoFocus && { autoFocus })}
              spellCheck={false}
              readOnly={readOnly}
              placeholder={many && chosen.length > 0 ? undefined : placeholder}
              value={typed ?? single?.label ?? ''}
              lang={typed === undefined ? single?.lang : undefined}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => write(event.target.value, !composing)}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={(event) => {
                setComposing(false)
                write(event.currentTarget.value, true)
              }}
              className="min-w-20 flex-1 bg-transparent px-1.5 outline-none"
            />
          </div>
          <div className="absolute top-0 right-1 flex h-(--field) items-center text-text-2">
            {choices.loading && open && <Spinner size={14} />}
            {clearable && (
              <button
                type="button"
                aria-label={t('clear')}
                onClick={() => {
                  choose([])
                  setTyped(undefined)
                  setAsked('')
                  input.current?.focus()
                }}
                className="inline-flex size-6 items-center justify-center rounded-control hover:text-text"
              >
                <X aria-hidden size={14} strokeWidth={2} />
              </button>
            )}
            {!readOnly && (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('showOptions')}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (open) hide()
                  else {
                    input.current?.focus()
                    show()
                  }
                }}
                className="inline-flex size-6 items-center justify-center"
              >
                <ChevronDown aria-hidden size={16} strokeWidth={1.75} className={classes(open && 'rotate-180')} />
              </button>
            )}
          </div>
          {open && List && (
            <List
              id={id}
              label={field.label}
              anchor={root}
              rows={rows}
              choices={choices}
              many={many}
              active={at}
              isChosen={isChosen}
              typed={asked.trim()}
              onActive={setActive}
              onTake={take}
              onClear={() => {
                setTyped(many ? '' : undefined)
                setAsked('')
                input.current?.focus()
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
