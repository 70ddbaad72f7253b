// Classes that are kept in step with a curriculum, those that wait for somebody first; others are enrolled once.
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, UserPlus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { useShownTask } from '../../../parts/base/tasks/shown-task.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { termName, termsQuery } from '../../../parts/learning/course/terms.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { dateTime, number } from '../../../ui/format.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { type Curriculum, type Link, refreshCurriculum } from './curricula.ts'

const EnrolDialog = laterDialog(async () => (await Promise.all([import('./enrol-dialog.tsx'), texts('errors')]))[0])
const TaskCard = lazy(
  async () => (await Promise.all([import('../../../parts/base/tasks/task-card.tsx'), texts('exports', 'tasks', 'errors')]))[0],
)
const taskKinds = ['enrolKlass']

export function Classes({ curriculum }: { curriculum: Curriculum }) {
  const t = useTexts('curricula')
  const tm = useTexts('management')
  const { id } = curriculum
  const [open, setOpen] = useState(false)
  const [task, setTask] = useShownTask(taskKinds, { subject: `curriculum:${id}` })
  const { data: known } = useQuery(termsQuery)
  const list = usePaged(({ page, size }) => query('GET /api/curricula/:id/links', { params: { id }, query: { page, page_size: size } }))
  const failed = (failure: unknown) => toast({ text: problemText(failure), error: true })
  const end = async ({ id: link_id, klass, version }: Link) => {
    const params = { id, link_id }
    try {
      await call('DELETE /api/curricula/:id/links/:link_id', { params, query: { version } })
      toast({
        text: t('linkEnded', { name: klass.name }),
        undo: () => void call('PUT /api/curricula/:id/links/:link_id/restore', { params }).then(refreshCurriculum, failed),
      })
    } catch (failure) {
      failed(failure)
    }
    await refreshCurriculum()
  }
  const enrol = (
    <span {...dialogTrigger}>
      <Button icon={UserPlus} variant="primary" onClick={() => setOpen(true)}>
        {t('enrol')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<Link>[] = [
    {
      key: 'klass',
      head: t('klass'),
      text: ({ klass }) => klass.name,
      cell: ({ klass }) => <bdi className="font-medium wrap-anywhere">{klass.name}</bdi>,
    },
    { key: 'term', head: t('term'), width: 130, text: ({ term }) => String(term), cell: ({ term }) => t('termNth', { nth: term }) },
    {
      key: 'term_id',
      head: t('coursesOf'),
      card: 'more',
      text: ({ term_id }) => (term_id ? termName(known?.terms ?? [], term_id) : t('notEnded')),
      cell: ({ term_id, department }) => (
        <span>
          {term_id ? termName(known?.terms ?? [], term_id) : t('notEnded')}
          {department && <span className="block text-small text-text-2">{t('onlyDepartment', { name: department })}</span>}
        </span>
      ),
    },
    {
      key: 'enrolments',
      head: t('enrolments'),
      width: 120,
      numeric: true,
      card: 'more',
      text: ({ enrolments }) => String(enrolments),
      cell: ({ enrolments }) => number(enrolments),
    },
    {
      key: 'since',
      head: t('since'),
      width: 150,
      optional: true,
      card: 'more',
      text: ({ created_at }) => dateTime(created_at),
      cell: ({ created_at }) => <span className="tabular text-text-2">{dateTime(created_at)}</span>,
    },
    {
      key: 'state',
      head: t('state'),
      width: 140,
      card: 'end',
      text: ({ state }) => t(state === 'held' ? 'link.held' : 'link.active'),
      cell: ({ state }) => <Chip tone={state === 'held' ? 'warn' : 'ok'}>{t(state === 'held' ? 'link.held' : 'link.active')}</Chip>,
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      width: 56,
      cell: (link) =>
        link.changeable && (
          <Menu
            trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: link.klass.name }), icon: Ellipsis, size: 'sm' } }}
            groups={[{ items: [{ label: t('endLink'), danger: true, onSelect: () => void end(link) }] }]}
          />
        ),
    },
  ]
  const held = (list.data?.items ?? []).filter(({ state }) => state === 'held')
  return (
    <div className="space-y-4">
      <p className="max-w-[68ch] text-text-2">{t('classesText')}</p>
      <Suspense>
        {task && <TaskCard key={task} id={task} onEnd={() => void refreshCurriculum()} onClose={() => setTask(undefined)} />}
      </Suspense>
      {held.map((link) => (
        <Held key={link.id} curriculum={id} link={link} />
      ))}
      <TableScreen<Link>
        name="management.curriculum.classes"
        caption={t('part.classes')}
        list={list}
        columns={columns}
        rowKey={({ id: link }) => link}
        actions={enrol}
        failedTitle={tm('failed')}
        empty={
          <Empty title={t('noClasses')} text={t('noClassesText')}>
            {enrol}
          </Empty>
        }
        nothingFits={<Empty title={t('noClasses')}>{enrol}</Empty>}
      />
      <Suspense>
        {open && (
          <EnrolDialog
            curriculum={curriculum}
            onClose={() => setOpen(false)}
            onBegun={(begun) => {
              setTask(begun)
              setOpen(false)
              void refreshCurriculum()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Enrolments that wait until somebody has typed how many may end. */
function Held({ curriculum, link: { id, klass, removals, enrolments, changeable, version } }: { curriculum: string; link: Link }) {
  const t = useTexts('curricula')
  const [typed, setTyped] = useState<number | null>(null)
  // the number of before is no consent to another one; the reason of a refusal stays
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number
  useEffect(() => setTyped(null), [removals])
  const { busy, problem, attempt } = useAttempt()
  const confirm = () =>
    attempt(() =>
      call('PUT /api/curricula/:id/links/:link_id/confirm', {
        params: { id: curriculum, link_id: id },
        body: { removals, version },
      }).finally(refreshCurriculum),
    )
  const title = t('heldOf', { name: klass.name })
  return (
    <section aria-label={title} className="surface-card space-y-3 border-warn-line p-4">
      <p className="font-semibold">{title}</p>
      <p className="max-w-[68ch] text-warn-text">{t('heldText', { count: removals, enrolments: number(enrolments) })}</p>
      {changeable ? (
        <div className="flex flex-wrap items-end gap-3">
          <NumberField
            label={t('typeRemovals', { count: removals })}
            value={typed}
            onChange={setTyped}
            min={0}
            className="w-[260px] max-w-full"
          />
          <Button busy={busy} off={typed === removals ? undefined : t('typeNumber')} onClick={() => void confirm()}>
            {t('letEnd')}
          </Button>
        </div>
      ) : (
        <p className="max-w-[68ch] text-text-2">{t('linkOfAll')}</p>
      )}
      {problem && (
        <Banner tone="bad" urgent>
          {problem}
        </Banner>
      )}
    </section>
  )
}
