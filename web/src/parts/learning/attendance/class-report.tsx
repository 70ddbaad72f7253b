// Report of a class: numbers of its roll calls and votes, and who was picked, to print and to send. Its texts are `attendance`, `votes`, `questions`,
// `exports`, `tasks` and `errors`.
import { useQuery } from '@tanstack/react-query'
import { FileDown, Printer, Send } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { currentLocale, useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { dateTime, number, time } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { useShownTask } from '../../base/tasks/shown-task.ts'
import TaskCard from '../../base/tasks/task-card.tsx'
import { states } from './queries.ts'
import { ReportVotes } from './report-votes.tsx'
import { SendReport } from './send-report.tsx'

type Report = Answer<'GET /api/class-sessions/:id/report'>

export function ClassReport({ course, session }: { course: string; session: string }) {
  const t = useTexts('attendance')
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/class-sessions/:id/report', { params: { id: session } }))
  if (error && !data) return <ReadFailed title={t('reportFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  return data ? <Sheet course={course} report={data} /> : <SkeletonRows rows={4} />
}

function Sheet({ course, report: { session, members, here, attendance, votes, picked, can } }: { course: string; report: Report }) {
  const t = useTexts('attendance')
  const [sending, setSending] = useState(false)
  const [task, setTask] = useShownTask(['sendClassReport'], { subject: `course:${course}`, name: 'sending' })
  const [exported, setExported] = useShownTask(['exportReport'], { subject: `classSession:${session.id}`, name: 'export' })
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const body = { lang: currentLocale() }
      setExported((await call('POST /api/class-sessions/:id/report/export', { params: { id: session.id }, body })).task)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  const cell = 'border-b border-line px-2 py-1.5 text-left align-top'
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-title text-title font-bold wrap-break-word">{session.title}</h2>
          <p className="tabular text-small text-text-2">
            {dateTime(session.started_at)}
            {session.ended_at && `–${time(session.ended_at)}`}
            {session.started_by && ` · ${session.started_by.name}`}
          </p>
        </div>
        <span className="flex flex-wrap gap-2 print:hidden">
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
          <Button icon={FileDown} busy={busy} action="class.report" onClick={() => void save()}>
            {t('exportPdf')}
          </Button>
          {can.send && (
            <Button icon={Send} onClick={() => setSending(true)}>
              {t('send')}
            </Button>
          )}
        </span>
      </div>
      {task && (
        <div className="print:hidden">
          <TaskCard key={task} id={task} onClose={() => setTask(undefined)} />
        </div>
      )}
      {exported && (
        <div className="print:hidden">
          <TaskCard key={exported} id={exported} onClose={() => setExported(undefined)} />
        </div>
      )}
      <p className="mb-4 text-body">{t('hereOf', { here: number(here), members: number(members) })}</p>
      <h3 className="mb-2 text-section font-semibold">{t('attendance')}</h3>
      {attendance.length === 0 ? (
        <p className="text-small text-text-2">{t('noRollCalls')}</p>
      ) : (
        <div role="region" aria-label={t('attendance')} tabIndex={0} className="overflow-x-auto print:overflow-visible">
          <table className="w-full border-collapse text-small">
            <thead>
              <tr>
                <th scope="col" className={cell}>
                  {t('rollCall')}
                </th>
                {states.map((state) => (
                  <th key={state} scope="col" className={`${cell} text-right`}>
                    {t(`state.${state}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {attendance.map((one) => (
                <tr key={one.roll_call_id} className="break-inside-avoid">
                  <th scope="row" className={`${cell} tabular font-normal`}>
                    {dateTime(one.at)}
                  </th>
                  {states.map((state) => (
                    <td key={state} className={`${cell} tabular text-right`}>
                      {number(one[state])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {votes.length > 0 && <ReportVotes votes={votes} />}
      {picked.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-section font-semibold">{t('picked')}</h3>
          <ul className="columns-2 gap-6 text-small max-tablet:columns-1">
            {picked.map(({ person, times }) => (
              <li key={person.id} className="py-0.5 wrap-break-word">
                {times > 1 ? t('pickedTimes', { name: person.name, count: times }) : person.name}
              </li>
            ))}
          </ul>
        </>
      )}
      {sending && <SendReport course={course} session={session.id} onTask={setTask} onClose={() => setSending(false)} />}
    </>
  )
}
