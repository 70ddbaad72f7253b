// Attendance of a person in a roll call: the state, the way it was noted and its doubts, a correction with its reason, and every correction before.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import {
  type AttendanceColumn,
  type AttendanceRow,
  type AttendanceState,
  callPersonQuery,
  changesQuery,
  correct,
} from '../../../parts/learning/attendance/queries.ts'
import { StateChip } from '../../../parts/learning/attendance/state-chip.tsx'
import type { Answer } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { dateTime, list as listed } from '../../../ui/format.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { StateFields } from './state-fields.tsx'

type Props = { person: AttendanceRow['person']; column: AttendanceColumn; onClose: () => void }
type Noted = Answer<'GET /api/roll-calls/:id/people'>['items'][number]

export default function CellDialog({ person, column, onClose }: Props) {
  const t = useTexts('attendance')
  const { data, error, errorUpdatedAt, refetch } = useQuery({ ...callPersonQuery(column.roll_call_id, person.id), staleTime: 0 })
  const noted = data?.items[0]
  if (noted) return <Correction noted={noted} column={column} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} width={416} title={person.name} description={`${column.title} · ${dateTime(column.at)}`}>
      {error ? (
        <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Dialog>
  )
}

function Correction({ noted, column, onClose }: Omit<Props, 'person'> & { noted: Noted }) {
  const t = useTexts('attendance')
  const { person, state, way, at, doubts, reason: former, seen_by } = noted
  const form = useForm<{ state: AttendanceState | undefined; reason: string }>({
    start: { state: state ?? undefined, reason: '' },
    check: (values) => ({
      state: values.state === undefined ? t('stateMissing') : undefined,
      reason: state !== null && values.state !== state && values.reason === '' ? t('reasonMissing') : undefined,
    }),
    explain: refusal,
    send: async (values) => {
      if (values.state === undefined) return
      await correct(column.roll_call_id, [{ id: person.id, name: person.name, before: state }], values.state, values.reason)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      top
      changed={form.changed}
      title={person.name}
      description={`${column.title} · ${dateTime(column.at)}`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="attendance-cell" busy={form.busy} action="attendance.change">
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="mb-4 space-y-1 text-small">
        <div className="flex flex-wrap items-center gap-2">
          {state ? <StateChip state={state} /> : <span className="text-text-2">{t('nothingNoted')}</span>}
          {state && at && <span className="tabular text-text-2">{t(`way.${way ?? 'none'}`, { time: dateTime(at) })}</span>}
        </div>
        {doubts.length > 0 && (
          <p className="text-warn-text">
            {t(seen_by ? 'doubtsSeen' : 'doubts', { doubts: listed(doubts.map((one) => t(`doubt.${one}`))) })}
          </p>
        )}
        {former !== '' && <p className="wrap-break-word text-text-2">{former}</p>}
      </div>
      <FormFrame form={form} id="attendance-cell">
        <StateFields state={form.field('state')} reason={form.field('reason')} />
      </FormFrame>
      <History rollCall={column.roll_call_id} person={person.id} />
    </Dialog>
  )
}

function History({ rollCall, person }: { rollCall: string; person: string }) {
  const t = useTexts('attendance')
  const { data } = useQuery(changesQuery(rollCall, person))
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('history')} className="mt-4 border-t border-line pt-3">
      <h3 className="text-small font-semibold">{t('history')}</h3>
      <ol className="divide-y divide-line">
        {data.items.map(({ at, by, before, after, reason }, nth) => (
          <li key={nth} className="py-1.5 text-small">
            <p>{t('fromTo', { before: before ? t(`state.${before}`) : t('nothingNoted'), after: t(`state.${after}`) })}</p>
            <p className="text-caption text-text-3">{by ? t('changedBy', { name: by.name, time: dateTime(at) }) : dateTime(at)}</p>
            {reason !== '' && <p className="text-caption wrap-break-word text-text-2">{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
