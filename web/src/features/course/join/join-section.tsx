// Joining of a course by its code or link: seats, window, approval. A section of the course's settings, and a dialog of its waiting list.
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../../ui/fields/date-field.tsx'
import { fromIso, toIso } from '../../../ui/dates.ts'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'

type Settings = Answer<'GET /api/courses/:id/join-settings'>

export function JoinSection({ course, onSaved }: { course: { id: string }; onSaved?: () => void }) {
  const t = useTexts('members')
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/courses/:id/join-settings', { params: { id: course.id } }))
  if (error && !data) return <ReadFailed title={t('joinFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonText lines={4} />
  return <JoinForm course={course.id} settings={data} {...(onSaved && { onSaved })} />
}

function JoinForm({ course, settings, onSaved }: { course: string; settings: Settings; onSaved?: () => void }) {
  const t = useTexts('members')
  const form = useForm({
    start: {
      limited: settings.seats !== null,
      seats: settings.seats,
      opens_at: fromIso(settings.opens_at),
      closes_at: fromIso(settings.closes_at),
      approval: settings.approval,
    },
    check: ({ limited, seats }) => ({ seats: limited && (seats === null || seats < 1) ? t('seatsRequired') : undefined }),
    send: async ({ limited, seats, opens_at, closes_at, approval }) => {
      await call('PUT /api/courses/:id/join-settings', {
        params: { id: course },
        body: { seats: limited ? seats : null, opens_at: toIso(opens_at), closes_at: toIso(closes_at), approval },
      })
      await invalidate('GET /api/courses/:id/join-settings', 'GET /api/courses/:id/join-requests', 'GET /api/courses/:id/members')
      toast({ text: t('saved') })
      onSaved?.()
    },
    explain: refusal,
  })
  const { values, set } = form
  return (
    <FormFrame
      form={form}
      footer={
        <Button type="submit" variant="primary" busy={form.busy} action="settings.change">
          {t('save')}
        </Button>
      }
    >
      <div className="grid gap-4 tablet:grid-cols-2">
        <DateTimeField {...form.field('opens_at')} label={t('opensAt')} />
        <DateTimeField {...form.field('closes_at')} label={t('closesAt')} time="23:59" />
      </div>
      <Switch
        label={t('limitSeats')}
        help={t('seatsHelp')}
        checked={values.limited}
        onChange={(limited) => set({ limited, seats: limited ? (values.seats ?? Math.max(30, settings.students)) : values.seats })}
        className="flex"
      />
      {values.limited && (
        <NumberField
          {...form.field('seats')}
          label={t('seats')}
          help={t('seatsTaken', { count: settings.students })}
          min={1}
          max={100_000}
          className="w-[220px] max-tablet:w-full"
        />
      )}
      <Switch
        label={t('approval')}
        help={t('approvalHelp')}
        checked={values.approval}
        onChange={(approval) => set({ approval })}
        className="flex"
      />
    </FormFrame>
  )
}
