// Day and week: a column of hours for each day. Entries are moved and resized by pointer, by a finger that stays, or by keys (Alt and arrows); empty
// time is dragged over to make one.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { isOn, type Item, leastMinutes, placedOn } from '../../parts/learning/calendar/items.ts'
import { retime } from '../../parts/learning/calendar/queries.ts'
import { classes } from '../../ui/class-names.ts'
import { addDays, noon, today, weekday } from '../../ui/dates.ts'
import { useNow } from '../../ui/now.ts'
import { dayTitle, weekdays } from '../../ui/format.ts'
import { ItemChip } from './item-chip.tsx'
import { minutesText, shifted } from './shifting.ts'
import { arrowOf, moveFocused } from './moving-by-keys.ts'
import { type Held, useHold } from './use-hold.ts'

const hourHeight = 52
const perMinute = hourHeight / 60
const step = 15
/** Below it an entry has room for one line alone. */
const twoLines = 46
/** Hours that are in sight at first. */
const firstHour = 8

type Making = { day: string; from: number; to: number }

export function TimeGrid({
  days,
  items,
  onOpen,
  onMake,
  onDay,
}: {
  days: readonly string[]
  items: readonly Item[]
  onOpen: (item: Item) => void
  onMake: (start: string, end: string) => void
  onDay: (day: string) => void
}) {
  const t = useTexts('calendar')
  const scroll = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const [making, setMaking] = useState<Making>()
  const now = useNow()
  useEffect(() => {
    scroll.current?.scrollTo({ top: firstHour * hourHeight })
  }, [])

  const minuteAt = (event: PointerEvent<HTMLElement>) => {
    const box = columns.current!.getBoundingClientRect()
    return Math.max(0, Math.min(1440, Math.round((event.clientY - box.top) / perMinute / step) * step))
  }
  const { held, hold, follow, drop, letGo } = useHold(columns, {
    offset: (from, to) => ({
      days: Math.round((to.clientX - from.clientX) / (columns.current!.getBoundingClientRect().width / days.length)),
      minutes: Math.round((to.clientY - from.clientY) / perMinute / step) * step,
    }),
    onDrop: (held) => {
      if (!held.moved) return onOpen(held.item)
      const times = shifted(held.item, held)
      if (times) void retime(held.item, times)
    },
  })
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (making) setMaking({ ...making, to: minuteAt(event) })
    follow(event)
  }
  const onPointerUp = () => {
    if (making) {
      const [from, to] = [Math.min(making.from, making.to), Math.max(making.from, making.to)]
      setMaking(undefined)
      if (to - from >= step)
        onMake(`${making.day}T${minutesText(from)}`, to === 1440 ? `${addDays(making.day, 1)}T00:00` : `${making.day}T${minutesText(to)}`)
    }
    drop()
  }

  const allDay = items.filter((item) => item.allDay && days.some((day) => isOn(item, day)))
  return (
    <section aria-label={t('grid')} className="flex min-h-0 flex-1 flex-col">
      <div className="flex border-b border-line pr-[var(--scroll-width,0px)]">
        <div className="w-[52px] shrink-0" />
        {days.map((day) => (
          <div
            key={day}
            className={classes('flex min-w-0 flex-1 items-baseline gap-1.5 px-2 py-1.5', day === today() && 'text-accent-text')}
          >
            <button
              type="button"
              onClick={() => onDay(day)}
              aria-label={`${weekdays('short')[weekday(day)]} ${Number(day.slice(8))}, ${dayTitle(noon(day))}`}
              aria-current={day === today() ? 'date' : undefined}
              className="as-button min-h-6 rounded-control px-1 hover:bg-hover"
            >
              <span className="text-small text-text-2">{weekdays('short')[weekday(day)]}</span>{' '}
              <span className="text-heading font-semibold">{Number(day.slice(8))}</span>
            </button>
          </div>
        ))}
      </div>
      {allDay.length > 0 && (
        <div className="flex border-b border-line">
          <div className="w-[52px] shrink-0 px-1 pt-1.5 text-right text-caption text-text-2">{t('allDayShort')}</div>
          <div className="grid min-w-0 flex-1 gap-px py-1" style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}>
            {allDay.map((item) => {
              const first = Math.max(
                0,
                days.findIndex((day) => isOn(item, day)),
              )
              const last = days.findLastIndex((day) => isOn(item, day))
              const over = held?.item.key === item.key ? held.days : 0
              const editable = item.entry?.editable === true
              return (
                <div
                  key={item.key}
                  className={classes('min-w-0 px-0.5', over !== 0 && 'z-(--z-index-head) opacity-80')}
                  style={{
                    gridColumn: `${first + 1} / ${last + 2}`,
                    ...(over !== 0 && { transform: `translateX(${(over / (last - first + 1)) * 100}%)` }),
                  }}
                >
                  <ItemChip
                    item={item}
                    line
                    onOpen={() => {
                      if (!held) onOpen(item)
                    }}
                    {...(editable && { onPointerDown: hold(item, 'move'), onKeyDown: moveByKeys(item) })}
                    className={editable ? 'cursor-grab touch-auto select-none' : ''}
                  />
                </div>
              )
            })}
          </div>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it */}
      <div
        ref={scroll}
        role="group"
        aria-label={t('grid')}
        tabIndex={0}
        className="relative min-h-[320px] flex-1 overflow-y-auto max-tablet:max-h-[60dvh]"
      >
        <div className="relative flex" style={{ height: 24 * hourHeight }}>
          <div aria-hidden className="relative w-[52px] shrink-0">
            {Array.from({ length: 23 }, (_, n) => (
              <span
                key={n}
                className="tabular absolute right-2 -translate-y-1/2 text-caption text-text-3"
                style={{ top: (n + 1) * hourHeight }}
              >
                {`${String(n + 1).padStart(2, '0')}:00`}
              </span>
            ))}
            {days.includes(now.day) && (
              <span
                className="tabular absolute right-2 -translate-y-1/2 bg-canvas text-caption font-semibold text-bad-text"
                style={{ top: now.minute * perMinute }}
              >
                {minutesText(now.minute)}
              </span>
            )}
          </div>
          <div
            ref={columns}
            className="relative flex min-w-0 flex-1"
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={() => (letGo(), setMaking(undefined))}
          >
            {days.map((day) => (
              <div
                key={day}
                data-day={day}
                className={classes(
                  'relative min-w-0 flex-1 border-l border-line',
                  day === today() && 'bg-accent-soft/40',
                  weekday(day) > 4 && day !== today() && 'bg-sunken/60',
                )}
                style={{
                  backgroundImage: `repeating-linear-gradient(to bottom, transparent 0 ${hourHeight - 1}px, var(--line) ${hourHeight - 1}px ${hourHeight}px)`,
                }}
                onPointerDown={(event) => {
                  if (event.button !== 0 || event.pointerType === 'touch' || event.target !== event.currentTarget) return
                  columns.current?.setPointerCapture(event.pointerId)
                  const minute = minuteAt(event)
                  setMaking({ day, from: minute, to: minute })
                }}
              >
                {placedOn(items, day).map(({ item, from, to, minutes, column, columns: of }) => (
                  <Placed key={item.key} {...{ item, from, to, minutes, column, of, held, hold, onOpen, past: item.end < now.iso }} />
                ))}
                {making?.day === day && (
                  <div
                    className="pointer-events-none absolute inset-x-0.5 rounded-tile border border-accent bg-accent-soft"
                    style={{ top: Math.min(making.from, making.to) * perMinute, height: Math.abs(making.to - making.from) * perMinute }}
                  />
                )}
                {day === now.day && (
                  <div
                    aria-hidden
                    className="pointer-events-none absolute inset-x-0 border-t-2 border-bad"
                    style={{ top: now.minute * perMinute }}
                  >
                    <span className="absolute -top-[6px] -left-[5px] size-2.5 rounded-full bg-bad" />
                  </div>
                )}
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}

function Placed({
  item,
  from,
  to,
  minutes,
  column,
  of,
  held,
  hold,
  onOpen,
  past,
}: {
  item: Item
  from: number
  to: number
  minutes: number
  column: number
  of: number
  held: Held | undefined
  hold: (item: Item, how: Held['how']) => (event: PointerEvent<HTMLElement>) => void
  onOpen: (item: Item) => void
  past: boolean
}) {
  const mine = held?.item.key === item.key ? held : undefined
  const editable = item.entry?.editable === true
  const moveBy = mine?.how === 'move' ? mine : undefined
  const height = (mine?.how === 'resize' ? Math.max(leastMinutes, minutes + mine.minutes) : to - from) * perMinute
  return (
    <div
      className={classes('absolute px-0.5 py-px', mine?.moved && 'z-(--z-index-head) opacity-80')}
      style={{
        top: from * perMinute,
        height,
        left: `${(column / of) * 100}%`,
        width: `${100 / of}%`,
        ...(moveBy && { transform: `translate(calc(${moveBy.days * of * 100}% ), ${moveBy.minutes * perMinute}px)` }),
      }}
    >
      <ItemChip
        item={item}
        line={height < twoLines}
        past={past}
        onOpen={() => {
          if (!held) onOpen(item)
        }}
        {...(editable && {
          onPointerDown: hold(item, 'move'),
          onKeyDown: moveByKeys(item),
        })}
        className={classes('h-full min-h-0! w-full', height < twoLines && 'py-0!', editable && 'cursor-grab touch-auto select-none')}
      />
      {editable && <div aria-hidden onPointerDown={hold(item, 'resize')} className="absolute inset-x-1 bottom-0 h-2 cursor-ns-resize" />}
    </div>
  )
}

/** Alt and arrows move an entry, with Shift they make it longer or shorter. */
const moveByKeys = (item: Item) => (event: KeyboardEvent) => {
  const arrow = arrowOf(event)
  if (!arrow) return
  const how = event.shiftKey && arrow.down !== 0 ? 'resize' : 'move'
  void moveFocused(item, { how, minutes: arrow.down * step, days: arrow.right })
}
