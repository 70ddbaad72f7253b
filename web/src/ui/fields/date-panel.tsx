// The calendar of a date field; only date-field.tsx loads it. Arrows move by days and weeks, Home and End within the week, Page keys by
// months (with Shift by years), Enter chooses the day. On a phone it is a sheet from below.
import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { classes } from '../class-names.ts'
import { type PanelProps, TimeField } from './date-field.tsx'
import { addMonths, clockOf, dayByKey, isLocal, monthDays, noon, today } from '../dates.ts'
import { dayInFull, month as monthTitle, weekdays } from '../format.ts'
import { IconButton } from '../icon-button.tsx'
import { sheetClasses, usePhone, Veil } from '../dialogs/phone.tsx'

export default function Panel({ label, kind, anchor, value, time, min, max, onChange, onClose }: PanelProps) {
  const t = useTexts('inputs')
  const isPhone = usePhone()
  const panel = useRef<HTMLDivElement>(null)
  const [day, setDay] = useState(() => value.slice(0, 10) || clamped(today(), min, max))
  const [typedTime, setTypedTime] = useState(value.slice(11) || time)
  /** Whether the focus follows the day: after keys, not after the month's buttons. */
  const focusFollows = useRef(true)
  const { refs, floatingStyles } = useFloating({
    strategy: 'fixed',
    placement: 'bottom-end',
    elements: { reference: anchor.current },
    whileElementsMounted: autoUpdate,
    middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8 })],
  })
  useEffect(() => {
    if (focusFollows.current) panel.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus({ preventScroll: true })
  }, [day])
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (!anchor.current?.contains(event.target as Node)) onClose(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [anchor, onClose])
  const [year = 0, month = 1] = day.split('-').map(Number)
  const days = monthDays(year, month)
  const isDisabled = (date: string) => (min !== undefined && date < min) || (max !== undefined && date > max)
  const choose = (date: string, clock = typedTime, close = kind === 'date') => {
    if (isDisabled(date)) return
    setDay(date)
    onChange(kind === 'date' ? date : `${date}T${isLocal(clock, 'time') ? clock : time}`)
    if (close) onClose(true)
  }
  const showDay = (target: string, focus = true) => {
    focusFollows.current = focus
    setDay(target)
  }
  const move = (event: KeyboardEvent) => {
    const target = dayByKey(event, day)
    if (!target) return
    event.preventDefault()
    showDay(target)
  }
  const shortNames = weekdays('short')
  const longNames = weekdays('long')
  return (
    <>
      {isPhone && <Veil />}
      <div
        ref={(element) => {
          panel.current = element
          refs.setFloating(element)
        }}
        role="dialog"
        aria-label={label}
        style={isPhone ? undefined : floatingStyles}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onClose(true)
        }}
        className={isPhone ? `${sheetClasses} overflow-y-auto p-4` : 'z-(--z-index-menu) w-[276px] rounded-card bg-raised p-3 shadow-float'}
      >
        <div className="mb-1 flex items-center justify-between">
          <IconButton label={t('previousMonth')} icon={ChevronLeft} size="sm" onClick={() => showDay(addMonths(day, -1), false)} />
          <h2 aria-live="polite" className="tabular text-section font-semibold">
            {monthTitle(day)}
          </h2>
          <IconButton label={t('nextMonth')} icon={ChevronRight} size="sm" onClick={() => showDay(addMonths(day, 1), false)} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is a table too */}
        <table role="grid" aria-label={monthTitle(day)} onKeyDown={move} className="w-full table-fixed border-collapse text-small">
          <thead>
            <tr>
              {shortNames.map((name, i) => (
                <th key={name} scope="col" abbr={longNames[i]} className="h-7 text-caption font-medium text-text-3">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: 6 }, (_, week) => (
              <tr key={days[week * 7]}>
                {days.slice(week * 7, week * 7 + 7).map((date) => {
                  const isChosen = date === value.slice(0, 10)
                  return (
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
                    // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
                    <td key={date} role="gridcell" aria-selected={isChosen} className="p-0">
                      <button
                        type="button"
                        data-day={date}
                        tabIndex={date === day ? 0 : -1}
                        aria-label={dayInFull(noon(date))}
                        aria-current={date === today() ? 'date' : undefined}
                        aria-disabled={isDisabled(date) || undefined}
                        onClick={() => {
                          focusFollows.current = true
                          choose(date)
                        }}
                        className={classes(
                          'tabular mx-auto flex h-8 w-full max-w-11 items-center justify-center rounded-control max-tablet:h-11',
                          isChosen
                            ? 'bg-accent font-semibold text-accent-on'
                            : isDisabled(date)
                              ? 'text-text-off'
                              : classes('hover:bg-hover', !date.startsWith(day.slice(0, 7)) && 'text-text-3'),
                          date === today() && !isChosen && 'font-semibold text-accent-text ring-1 ring-accent-line ring-inset',
                        )}
                      >
                        {Number(date.slice(8))}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="mt-2 flex items-center gap-2 border-t border-line pt-2">
          {kind === 'datetime' && (
            <TimeField
              label={t('time')}
              hideLabel
              value={typedTime}
              onChange={(next) => {
                setTypedTime(next)
                if (isLocal(next, 'time')) choose(day, next, false)
              }}
              className="w-20"
            />
          )}
          <div className="flex-1" />
          <Button
            size="sm"
            variant="quiet"
            off={isDisabled(today()) ? t('dayOff') : undefined}
            onClick={() => {
              focusFollows.current = false
              const clock = clockOf()
              if (kind === 'datetime') setTypedTime(clock)
              choose(today(), clock)
            }}
          >
            {t(kind === 'date' ? 'today' : 'now')}
          </Button>
          {kind === 'datetime' ? (
            <Button
              size="sm"
              variant="soft"
              onClick={() => {
                if (!value) choose(day)
                onClose(true)
              }}
            >
              {t('done')}
            </Button>
          ) : (
            value && (
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  onChange('')
                  onClose(true)
                }}
              >
                {t('clearDate')}
              </Button>
            )
          )}
        </div>
      </div>
    </>
  )
}

const clamped = (day: string, min: string | undefined, max: string | undefined) =>
  min !== undefined && day < min ? min : max !== undefined && day > max ? max : day
