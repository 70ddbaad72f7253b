// Fields for dates and times, typed in the displayed form (2026.11.24 23:59) or chosen from a calendar that loads on first use. Values are in
// the reader's time zone: 2026-11-24, 23:59 or 2026-11-24T23:59; '' is none, and unreadable input stays as typed (see isLocal of
// dates.ts), so that nothing is lost.
import { CalendarDays } from 'lucide-react'
import { type ComponentType, type RefObject, useRef, useState } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { addDays, addMinutes, isLocal, type Kind, parseLocal } from '../dates.ts'
import { box, Field, type FieldProps, type Native, splitField } from './field.tsx'
import { displayLocal } from '../format.ts'
import { IconButton } from '../icon-button.tsx'

/** Props of the calendar, date-panel.tsx. */
export type PanelProps = {
  label: string
  kind: 'date' | 'datetime'
  anchor: RefObject<HTMLDivElement | null>
  value: string
  time: string
  min: string | undefined
  max: string | undefined
  onChange: (value: string) => void
  /** `back`: the focus returns to the field. */
  onClose: (back: boolean) => void
}

let Panel: ComponentType<PanelProps> | undefined
let loading: Promise<unknown> | undefined
const load = () =>
  (loading ??= Promise.all([import('./date-panel.tsx'), texts('inputs')]).then(
    ([module]) => {
      Panel = module.default
    },
    () => {
      loading = undefined
    },
  ))

type DateFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** The first and the last allowed day: 2026-11-24. */
  min?: string
  max?: string
} & Omit<Native<'input'>, 'type' | 'min' | 'max'>

export const DateField = (props: DateFieldProps) => <Base {...props} kind="date" />
export const TimeField = (props: Omit<DateFieldProps, 'min' | 'max'>) => <Base {...props} kind="time" />
/** `time` is added to a day without one: 23:59 for an end. */
export const DateTimeField = (props: DateFieldProps & { time?: string }) => <Base {...props} kind="datetime" />

/** Two dates, the second not before the first. */
export function DateRangeField({
  label,
  from,
  to,
  onChange,
  fromLabel,
  toLabel,
  ...rest
}: Pick<FieldProps, 'label' | 'hideLabel' | 'help' | 'error' | 'className'> & {
  from: string
  to: string
  onChange: (from: string, to: string) => void
  fromLabel: string
  toLabel: string
}) {
  const t = useTexts('ui')
  const rangeError = isLocal(from, 'date') && isLocal(to, 'date') && to < from ? t('rangeWrong') : undefined
  const shownError = rest.error ?? rangeError
  return (
    <Field {...rest} label={label} group {...(shownError && { error: shownError })}>
      {() => (
        <div className="grid gap-2 tablet:grid-cols-2">
          <DateField hideLabel label={fromLabel} value={from} onChange={(next) => onChange(next, to)} />
          <DateField
            hideLabel
            label={toLabel}
            value={to}
            onChange={(next) => onChange(from, next)}
            {...(isLocal(from, 'date') && { min: from })}
          />
        </div>
      )}
    </Field>
  )
}

const samples: Record<Kind, string> = { date: '2026.11.24', time: '09:05', datetime: '2026.11.24 09:05' }
const placeholders = { date: 'dateForm', time: 'timeForm', datetime: 'dateTimeForm' } as const

function Base({ kind, value, onChange, min, max, time = '00:00', readOnly, ...props }: DateFieldProps & { kind: Kind; time?: string }) {
  const t = useTexts('ui')
  const { field, control: rest } = splitField(props)
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [focused, setFocused] = useState(false)
  const [, setReady] = useState(Panel !== undefined)
  const displayed = typed ?? displayLocal(value)
  const isOutOfRange = isLocal(value, kind) && kind !== 'time' && ((min && value.slice(0, 10) < min) || (max && value.slice(0, 10) > max))
  const ownError =
    typed !== undefined || value === ''
      ? undefined
      : !isLocal(value, kind)
        ? t(kind === 'time' ? 'timeUnread' : 'dateUnread', { sample: samples[kind] })
        : isOutOfRange
          ? min && value.slice(0, 10) < min
            ? t('dateFrom', { date: displayLocal(min) })
            : t('dateUntil', { date: displayLocal(max ?? '') })
          : undefined
  const shownError = field.error || ownError
  const reportText = (text: string) => onChange(text.trim() === '' ? '' : (parseLocal(text, kind, time) ?? text.trim()))
  const close = (back: boolean) => {
    setOpen(false)
    if (back) input.current?.focus()
  }
  const stepBy = (steps: number) => {
    if (!isLocal(value, kind)) return
    setTyped(undefined)
    if (kind === 'time') onChange(addMinutes(value, steps * 5))
    else onChange(addDays(value.slice(0, 10), steps) + value.slice(10))
  }
  return (
    <Field {...field} {...(shownError && { error: shownError })} empty={displayed === ''} below={focused}>
      {(controlProps) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its field
        <div
          ref={root}
          className="relative"
          onPointerEnter={kind === 'time' ? undefined : load}
          onFocus={kind === 'time' ? undefined : load}
          onTouchStart={kind === 'time' ? undefined : load}
          onBlur={(event) => {
            if (open && event.relatedTarget && !root.current?.contains(event.relatedTarget)) close(false)
          }}
        >
          <input
            {...rest}
            {...controlProps}
            ref={input}
            type="text"
            inputMode={kind === 'datetime' ? 'text' : 'numeric'}
            autoComplete="off"
            readOnly={readOnly}
            placeholder={(!focused && field.whenEmpty) || t(placeholders[kind])}
            value={displayed}
            onChange={(event) => {
              setTyped(event.target.value)
              reportText(event.target.value)
            }}
            onFocus={(event) => {
              setFocused(true)
              rest.onFocus?.(event)
            }}
            onBlur={(event) => {
              setFocused(false)
              setTyped(undefined)
              rest.onBlur?.(event)
            }}
            onKeyDown={(event) => {
              if (readOnly || event.nativeEvent.isComposing) return
              const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key]
              if (steps && event.altKey && kind !== 'time') {
                event.preventDefault()
                void load().then(() => setReady(true))
                setOpen(true)
              } else if (steps) {
                event.preventDefault()
                stepBy(steps)
              }
            }}
            className={classes(box, 'tabular', kind !== 'time' && 'pr-10')}
          />
          {kind !== 'time' && !readOnly && (
            <div className="absolute inset-y-0 right-1 flex items-center">
              <IconButton
                label={t('openCalendar', { field: field.label })}
                icon={CalendarDays}
                size="sm"
                iconSize={16}
                aria-haspopup="dialog"
                aria-expanded={open}
                className="!size-7"
                onClick={() => {
                  void load().then(() => setReady(true))
                  setOpen(!open)
                }}
              />
            </div>
          )}
          {open && Panel && (
            <Panel
              label={field.label}
              kind={kind === 'datetime' ? 'datetime' : 'date'}
              anchor={root}
              value={isLocal(value, kind) ? value : ''}
              time={time}
              min={min}
              max={max}
              onChange={(next) => {
                setTyped(undefined)
                onChange(next)
              }}
              onClose={close}
            />
          )}
        </div>
      )}
    </Field>
  )
}
