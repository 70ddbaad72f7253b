// Calendar, /user/calendar: day, week, month and list of everything that has a time. View, day and what is hidden are in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Plus, Printer, Rss, TriangleAlert, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { conflictsIn, type Item, isOn, itemsOf } from '../../parts/learning/calendar/items.ts'
import { calendarQuery, myCoursesQuery } from '../../parts/learning/calendar/queries.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/dates.ts'
import { dialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { month, sentences } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ColoursButton } from './course-colour.tsx'
import { useEntryOfAddress } from './entry-of-address.ts'
import { openedBefore } from './opened.ts'
import { KindsButton } from './kinds.tsx'
import { ListView } from './list-view.tsx'
import { MonthView } from './month-view.tsx'
import { Side } from './side.tsx'
import { TimeGrid } from './time-grid.tsx'
import { daysOf, stepped, weekNumber } from './view-days.ts'
import { useViewState } from './view-state.ts'

const Dialogs = laterDialog(() => Promise.all([import('./dialogs.tsx'), texts('upload')]).then(([module]) => module))

export default function CalendarPage() {
  const t = useTexts('calendar')
  const { view, date, shown, entry, phone, change } = useViewState()
  const [opened, setOpened] = useState(openedBefore)
  const days = daysOf(view, date)
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...calendarQuery(days[0]!, days.at(-1)!),
    placeholderData: keepPreviousData,
  })
  // for the hues of courses; neither a course service that is down nor a lost connection holds the entries back
  const { data: mine, isLoading, failureCount } = useQuery(myCoursesQuery)
  const waits = !data || (isLoading && failureCount === 0)
  const all = data && !waits ? itemsOf(data, mine?.items).filter((item) => days.some((day) => isOn(item, day))) : []
  const items = all.filter(({ kind }) => shown.includes(kind))
  const { overlaps, dues } = conflictsIn(items.filter(({ end }) => end > new Date().toISOString() || view === 'week'))
  const open = (item: Item) => setOpened({ what: 'item', item })
  useEntryOfAddress(
    { asked: entry, items: waits || isPlaceholderData ? undefined : all, date },
    { onFound: open, onDate: (day) => change({ date: day, ...(entry && { entry }) }), onDone: () => change({}) },
  )
  const onDay = (day: string) => change({ view: 'day', date: day })
  const make = (start?: string, end?: string) => setOpened({ what: 'event', ...(start && { start }), ...(end && { end }) })
  const hint = sentences(
    overlaps.length > 0 && t('overlaps', { count: overlaps.length }),
    dues.length > 0 && t('dueTogether', { count: dues.length }),
  )
  return (
    <div className="flex min-h-0 flex-1 print:block">
      {!phone && (
        <Side
          date={date}
          shown={shown}
          data={data}
          items={all}
          onDate={(day) => change({ date: day })}
          onShown={(next) => change({ shown: next })}
          onFeeds={() => setOpened({ what: 'feeds' })}
        />
      )}
      <div className="flex h-[calc(100dvh-var(--shown-bar))] min-h-[480px] min-w-0 flex-1 flex-col border-l border-line max-tablet:h-auto max-tablet:border-l-0 print:h-auto">
        <header className="flex flex-wrap items-center gap-2 px-5 py-2.5 max-tablet:px-4">
          <PageTitle title={t('title')} className="tabular font-title text-title font-bold">
            {month(date)}
          </PageTitle>
          {view !== 'month' && !phone && <span className="text-small text-text-2">{t('week', { number: weekNumber(date) })}</span>}
          <div className="flex gap-1 print:hidden">
            <IconButton
              variant="bordered"
              icon={ChevronLeft}
              label={t(`back.${view}`)}
              onClick={() => change({ date: stepped(view, date, -1) })}
            />
            <Button onClick={() => change({ date: today() })}>{t('today')}</Button>
            <IconButton
              variant="bordered"
              icon={ChevronRight}
              label={t(`on.${view}`)}
              onClick={() => change({ date: stepped(view, date, 1) })}
            />
          </div>
          <p
            role="status"
            className="ml-auto flex min-w-0 items-center gap-1.5 text-small text-warn-text max-tablet:ml-0 max-tablet:not-empty:basis-full"
          >
            {hint && (
              <>
                <TriangleAlert aria-hidden size={15} className="shrink-0" />
                {hint}
              </>
            )}
          </p>
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <Segmented
              label={t('view')}
              value={view}
              onChange={(next) => change({ view: next })}
              options={(phone ? (['list', 'day'] as const) : (['day', 'week', 'month', 'list'] as const)).map((one) => ({
                value: one,
                label: t(`view.${one}`),
              }))}
            />
            {!phone && <IconButton icon={Printer} label={t('print')} onClick={() => window.print()} />}
            <IconButton icon={Upload} label={t('import')} onClick={() => setOpened({ what: 'import' })} />
            {/* where there is no room for what stands beside */}
            <span className="flex gap-2 desktop:hidden">
              <KindsButton shown={shown} data={data} onShown={(next) => change({ shown: next })} />
              <ColoursButton items={all} />
              <IconButton icon={Rss} label={t('subscribe')} onClick={() => setOpened({ what: 'feeds' })} />
            </span>
            <span {...dialogTrigger}>
              <Button variant="primary" icon={Plus} onClick={() => make()}>
                {t('newEvent')}
              </Button>
            </span>
          </div>
        </header>
        {data?.away.length ? (
          <div className="px-5 pb-2">
            <Banner tone="warn">{t('datesAway')}</Banner>
          </div>
        ) : null}
        {error && !data ? (
          <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : waits ? (
          <div className="px-5">
            <SkeletonRows rows={8} />
          </div>
        ) : view === 'list' ? (
          <ListView days={days} items={items} onOpen={open} />
        ) : view === 'month' ? (
          <MonthView
            days={days}
            month={date.slice(0, 7)}
            items={items}
            onOpen={open}
            onMake={(day) => make(`${day}T09:00`, `${day}T10:00`)}
            onDay={onDay}
          />
        ) : (
          <TimeGrid key={view} days={days} items={items} onOpen={open} onMake={make} onDay={onDay} />
        )}
      </div>
      {opened && (
        <Suspense>
          <Dialogs opened={opened} timetables={data?.timetables ?? false} onOpen={setOpened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
