// Students' work in a list for teachers: filters in the address, a selection over all pages with its actions, progress of marking.
import { useQuery } from '@tanstack/react-query'
import {
  BellRing,
  CalendarPlus,
  Download,
  ListChecks,
  MessageSquareText,
  PenLine,
  RotateCcw,
  RotateCw,
  Undo2,
  UsersRound,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import { Message } from '../messages/message.tsx'
import { type MessageTo, messageTo } from '../messages/queries.ts'
import { AllowanceDialog } from '../allowances/allowance-dialog.tsx'
import { formToResume } from '../../base/drafts/resume.ts'
import type { Activity } from '../course/content.ts'
import { courseQuery } from '../course/queries.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { usePaged } from '../../base/page/paged.ts'
import { type BulkAction, TableScreen } from '../../base/table/table-screen.tsx'
import { useSelection } from '../../base/table/selection.ts'
import { RunningTasks } from '../../base/tasks/running-tasks.tsx'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { conditionsOf, keyOf, peopleOf, type Row, selectedOf, states, type Rows } from './list-rows.ts'
import { rowColumns, useAuthorName } from './list-columns.tsx'
import { remind, returnWork, takeBack } from './list-changes.ts'
import type { WorkSettings } from './work-state.ts'

const DownloadDialog = laterDialog(async () => (await Promise.all([import('./download-dialog.tsx'), texts('errors')]))[0])
const RubricEditor = laterDialog(() => import('../rubrics/rubric-editor.tsx'))
const sorts = ['name', 'submitted_at', 'points'] as const
type Asking = 'return' | 'rework' | 'remind' | 'remindAll'

export default function HandedIn({ activity }: { activity: Activity }) {
  const t = useTexts('work')
  const rubricText = useTexts('rubrics')
  const authorName = useAuthorName()
  const list = usePaged(
    ({ page, size, find, filters, sort }) => {
      const conditions = conditionsOf(find, filters)
      return query('GET /api/activities/:id/submissions', {
        params: { id: activity.id },
        query: {
          page,
          page_size: size,
          ...(conditions && { conditions }),
          ...(sort && { sort: sort.by as (typeof sorts)[number], order: sort.direction }),
        },
      })
    },
    { filters: ['state', 'group'], sorts, size: 20 },
  )
  const [known, setKnown] = useState<Pick<Rows, 'counts' | 'anonymous'>>()
  if (list.data && list.data.counts !== known?.counts) setKnown(list.data)
  const { counts, anonymous = activity.anonymous } = known ?? {}
  const { data: groups } = useQuery({
    ...query('GET /api/courses/:id/groups', { params: { id: activity.course_id }, query: { page_size: 100 } }),
    enabled: !anonymous,
  })
  const { data: course } = useQuery(courseQuery(activity.course_id))
  const writes = !anonymous && course?.can.announce === true
  const selection = useSelection<Row>(list, keyOf)
  const [asking, setAsking] = useState<Asking>()
  const [extending, setExtending] = useState<readonly Row[]>()
  const [writingTo, setWritingTo] = useState<MessageTo>()
  const [downloading, setDownloading] = useState(false)
  const [rubric, setRubric] = useState(() => formToResume('rubric', (thing) => thing === activity.id) !== undefined)
  const chosenSet = groups?.items.filter(({ set_id }) => activity.group_set_id === null || set_id === activity.group_set_id) ?? []
  const missing = selection.rows.filter(({ state }) => state === 'none')
  const run = async (what: Asking) => {
    try {
      if (what === 'remindAll') toast({ text: await remind(activity.id, undefined, t) })
      else if (what === 'remind')
        toast({
          text: await remind(
            activity.id,
            peopleOf(missing).map(({ id }) => id),
            t,
          ),
        })
      else toast(await returnWork(activity.id, selectedOf(selection, list), what === 'rework', t))
      selection.clear()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setAsking(undefined)
    }
  }
  const write = (of?: typeof selection) => setWritingTo(messageTo<Row>(list, keyOf, peopleOf, of))
  const handedIn = selection.everything || selection.rows.some(({ id }) => id !== null)
  const reworked = selection.everything ? list.filters.state === 'rework' : selection.rows.some(({ rework }) => rework)
  const actions: BulkAction[] = [
    ...(handedIn
      ? [
          { label: t('returnWork'), icon: Undo2, run: () => setAsking('return') },
          { label: t('returnRework'), icon: RotateCcw, run: () => setAsking('rework') },
          ...(reworked
            ? [
                {
                  label: t('takeBackRework'),
                  icon: RotateCw,
                  run: () => void takeBack(activity.id, selectedOf(selection, list), t).then(selection.clear),
                },
              ]
            : []),
          { label: t('download'), icon: Download, run: () => setDownloading(true) },
        ]
      : []),
    ...(!anonymous && missing.length > 0 ? [{ label: t('remind'), icon: BellRing, run: () => setAsking('remind') }] : []),
    ...(!anonymous && !selection.everything ? [{ label: t('extend'), icon: CalendarPlus, run: () => setExtending(selection.rows) }] : []),
    ...(writes ? [{ label: t('message'), icon: MessageSquareText, run: () => write(selection) }] : []),
  ]
  const marked = counts?.marked ?? 0
  // scores that are shown together: later, or at their time
  const waits = anonymous || (activity.release === 'at_time' && Date.parse(activity.release_time ?? '') > Date.now())
  const reviewed: WorkSettings = activity.settings
  const state = states.find((one) => one === list.filters.state) ?? 'all'
  return (
    <section aria-label={t('handedInList')} className="space-y-3 pt-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-section font-semibold">{t('handedInList')}</h2>
        {counts && counts.submitted > 0 && (
          <span className="flex min-w-[220px] flex-1 items-center gap-2.5">
            <ProgressBar label={t('markedOf')} value={(marked / counts.submitted) * 100} className="max-w-[260px] flex-1" />
            <span className="tabular text-small text-text-2">
              {t('markedCount', { marked, count: counts.submitted })}
              {counts.rework > 0 && <span className="text-warn-text"> · {t('reworkCount', { count: counts.rework })}</span>}
            </span>
          </span>
        )}
        <span className="ml-auto flex flex-wrap gap-2">
          {counts && counts.missing > 0 && (
            <Button icon={BellRing} onClick={() => setAsking('remindAll')}>
              {t('remindAll', { count: counts.missing })}
            </Button>
          )}
          {counts && counts.submitted > 0 && (
            <Button icon={Download} onClick={() => setDownloading(true)}>
              {t('downloadAll')}
            </Button>
          )}
          <Button icon={ListChecks} onClick={() => setRubric(true)}>
            {rubricText('title')}
          </Button>
          {Boolean(reviewed.peer_reviews || reviewed.self_weight) && (
            <Link to={paths.evaluation(activity.course_id, activity.id)} className={buttonLook('secondary')}>
              <UsersRound aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
              {t('evaluation')}
            </Link>
          )}
          <Link to={paths.markWork(activity.course_id, activity.id)} data-action="homework.mark" className={buttonLook('primary')}>
            <PenLine aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            {counts && counts.to_mark > 0 ? t('markCount', { count: counts.to_mark }) : t('mark')}
          </Link>
        </span>
      </div>
      <RunningTasks subject={`activity:${activity.id}`} />
      <Segmented
        label={t('stateFilter')}
        value={state}
        onChange={(next) => list.change({ filters: { state: next === 'all' ? undefined : next } })}
        options={states
          .filter((one) => !anonymous || one !== 'extended')
          .map((one) => ({
            value: one,
            label: counts && one !== 'extended' ? `${t(`filter.${one}`)} ${counts[one]}` : t(`filter.${one}`),
          }))}
      />
      <TableScreen<Row>
        name="submissions"
        caption={t('handedInList')}
        list={list}
        columns={rowColumns(t, authorName, activity, anonymous)}
        rowKey={keyOf}
        search={anonymous ? t('findNumber') : t('findStudent')}
        filtersSet={list.filters.group ? 1 : 0}
        filters={
          chosenSet.length > 0 && (
            <Select
              label={t('groupFilter')}
              hideLabel
              value={list.filters.group ?? ''}
              onChange={(group) => list.change({ filters: { group: group || undefined } })}
              options={[{ value: '', label: t('allGroups') }, ...chosenSet.map(({ id, name }) => ({ value: id, label: name }))]}
              className="w-[200px] max-tablet:w-full"
            />
          )
        }
        selection={{
          of: selection,
          label: ({ author }) => t('choose', { name: authorName(author) }),
          takesAll: true,
          actions,
        }}
        exportName={activity.title}
        actions={
          writes &&
          list.total > 0 && (
            <Button icon={MessageSquareText} onClick={() => write()}>
              {t('messageListed')}
            </Button>
          )
        }
        failedTitle={t('listFailed')}
        empty={<Empty title={t('nobody')} text={anonymous ? t('nobodyAnonymous') : t('nobodyText')} />}
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clearFilter')}</Button>
          </Empty>
        }
      />
      {extending && (
        <AllowanceDialog
          course={activity.course_id}
          activity={activity}
          people={peopleOf(extending)}
          onClose={() => {
            setExtending(undefined)
            list.retry()
          }}
        />
      )}
      <Message course={activity.course_id} to={writingTo} onClose={() => setWritingTo(undefined)} />
      {rubric && (
        <Suspense>
          <RubricEditor activity={activity.id} course={activity.course_id} max={activity.points} onClose={() => setRubric(false)} />
        </Suspense>
      )}
      {downloading && (
        <Suspense>
          <DownloadDialog
            activity={activity}
            selected={selection.count > 0 ? selectedOf(selection, list) : { conditions: conditionsOf(list.find, list.filters) ?? '{}' }}
            onClose={() => setDownloading(false)}
          />
        </Suspense>
      )}
      <Confirm
        open={asking !== undefined}
        title={t(`ask.${asking ?? 'return'}`, {
          count: asking === 'remindAll' ? (counts?.missing ?? 0) : asking === 'remind' ? missing.length : selection.count,
        })}
        description={t(asking === 'return' && waits ? 'askText.returnWaits' : `askText.${asking ?? 'return'}`)}
        confirmLabel={t(`do.${asking ?? 'return'}`)}
        cancelLabel={t('cancel')}
        onConfirm={() => asking && run(asking)}
        onClose={() => setAsking(undefined)}
      />
    </section>
  )
}
