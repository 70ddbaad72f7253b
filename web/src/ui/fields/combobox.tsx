// A field with a list of options to choose from: one (Combobox) or several (MultiCombobox), with local options or a search on the server.
// The list and its positioning load on the first hover, focus or touch. It is not Headless UI's combobox, because that one replaces the field
// once it has loaded, which would end a composition of an input method.
import { ChevronDown, X } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useId, useRef, useState } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { allRow, nextActive, type Option } from './combobox-filter.ts'
import type { ListProps } from './combobox-list.tsx'
import { Field, type FieldProps } from './field.tsx'
import { Spinner } from '../progress.tsx'
import { type Source, useOptions } from './use-options.ts'

export type { Option } from './combobox-filter.ts'
export type { SearchResult } from './use-options.ts'

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
type BaseProps = Shared & { chosen: readonly Option[]; many: boolean; choose: (chosen: readonly Option[]) => void }

/** One option or none; an option with the value '' stands for none, and cannot be cleared. */
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
  options: localOptions,
  search,
  total,
  placeholder,
  name,
  readOnly = false,
  autoFocus,
  onBlur,
  ...field
}: BaseProps) {
  const t = useTexts('ui')
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [, setReady] = useState(List !== undefined)
  const [composing, setComposing] = useState(false)
  const choices = useOptions({ options: localOptions, search, total }, query.trim(), open)
  const { options } = choices
  const showsAllRow = many && !choices.lite && !search && !query.trim() && options.length > 1
  // The row that chooses all is the first one of the list, and keys reach it like any other.
  const rows: readonly Option[] = showsAllRow ? [{ value: allRow, label: '' }, ...options] : options
  const activeIndex = open ? Math.min(active, rows.length - 1) : -1
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
    setQuery('')
    setActive(-1)
  }
  const typeText = (text: string, finished: boolean) => {
    setTyped(text)
    show()
    if (!finished) return
    setQuery(text)
    setActive(text.trim() ? 0 : -1)
  }
  const chooseOption = (option: Option | undefined) => {
    if (!option || option.off !== undefined) return
    if (option.value === allRow) {
      const open = options.filter(({ off }) => off === undefined)
      return choose(open.every(isChosen) ? [] : [...chosen.filter((option) => !open.some(({ value }) => value === option.value)), ...open])
    }
    if (!many) {
      choose([option])
      return hide()
    }
    choose(isChosen(option) ? chosen.filter(({ value }) => value !== option.value) : [...chosen, option])
    setTyped('')
    setQuery('')
    if (query.trim()) setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || readOnly) return
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step) {
      event.preventDefault()
      if (!open) show()
      else if (event.altKey && step === -1) hide()
      else setActive(nextActive(rows, activeIndex, step))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      chooseOption(rows[activeIndex])
    } else if (event.key === 'Escape' && (open || typed)) {
      event.preventDefault()
      event.stopPropagation()
      hide()
    } else if (event.key === 'Tab' && open) {
      // also where the next stop is the button that clears: what it covers is reached again
      hide()
    } else if (event.key === 'Backspace' && many && !typed && chosen.length > 0) choose(chosen.slice(0, -1))
  }
  const single = many ? undefined : chosen[0]
  const clearable = !readOnly && (many ? chosen.length > 0 : Boolean(single?.value))
  return (
    <Field {...field}>
      {(controlProps) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its field
        <div
          ref={root}
          className="relative"
          onPointerEnter={load}
          onFocus={load}
          onTouchStart={load}
          onKeyDown={onKeyDown}
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
              dir="auto"
              {...controlProps}
              ref={input}
              name={name}
              type="text"
              role="combobox"
              aria-expanded={open}
              aria-controls={open ? `${id}-list` : undefined}
              aria-autocomplete="list"
              aria-activedescendant={activeIndex >= 0 ? `${id}-${rows[activeIndex]?.value}` : undefined}
              autoComplete="off"
              {...(autoFocus && { autoFocus })}
              spellCheck={false}
              readOnly={readOnly}
              placeholder={many && chosen.length > 0 ? undefined : placeholder}
              value={typed ?? single?.label ?? ''}
              lang={typed === undefined ? single?.lang : undefined}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => typeText(event.target.value, !composing)}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={(event) => {
                setComposing(false)
                typeText(event.currentTarget.value, true)
              }}
              className="min-h-6 min-w-20 flex-1 bg-transparent px-1.5 outline-none"
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
                  setQuery('')
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
              active={activeIndex}
              isChosen={isChosen}
              typed={query.trim()}
              onActive={setActive}
              onTake={chooseOption}
              onClear={() => {
                setTyped(many ? '' : undefined)
                setQuery('')
                input.current?.focus()
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
