// View of a live lecture: its state with the countdown and the way in, its text, its recordings; for who teaches its address and who has joined.
import { useQuery } from '@tanstack/react-query'
import { Radio, SquareArrowOutUpRight } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { clock, dateTime, near } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { ActivityText } from '../activity/activity-text.tsx'
import type { Activity } from '../course/content.ts'
import { AddressCard } from './address-card.tsx'
import { Joined } from './joined.tsx'
import { join, type Meeting, meetingChanged, meetingQuery, noted } from './queries.ts'
import { Recordings } from './recordings.tsx'
import { liveTones } from './tones.ts'
import { useUntil } from './until.ts'

/** Seconds until its opening from which they are counted down. */
const counted = 2 * 86_400

export default function MeetingView({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const t = useTexts('live')
  const { data, error, errorUpdatedAt, refetch } = useQuery(meetingQuery(activity.id))
  useEffect(() => noted(data), [data])
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      {error && !data ? (
        <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : data ? (
        <Now activity={activity} meeting={data} />
      ) : (
        <div className="surface-card p-4">
          <SkeletonText lines={2} />
        </div>
      )}
      {activity.body.trim() !== '' && (
        <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
          <ActivityText activity={activity} />
        </article>
      )}
      {data && teaches && data.can.change && <AddressCard activity={activity} meeting={data} />}
      {data && <Recordings activity={activity} meeting={data} teaches={teaches} />}
      {data && teaches && data.can.change && <Joined activity={activity.id} people={data.people} />}
    </div>
  )
}

function Now({ activity, meeting }: { activity: Activity; meeting: Meeting }) {
  const t = useTexts('live')
  const { state, starts_at, opens_at, can_join, has_address, joined_at, can } = meeting
  const [busy, setBusy] = useState(false)
  const come = useCallback(() => void meetingChanged(), [])
  const left = useUntil(state === 'before' ? opens_at : null, come)
  // the end of one that is on
  useUntil(state === 'open' ? starts_at : state === 'running' ? meeting.ends_at : null, come)
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await run()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await meetingChanged()
      setBusy(false)
    }
  }
  const setEnded = (ended: boolean) => call('POST /api/activities/:id/meeting/end', { params: { id: activity.id }, body: { ended } })
  const end = () =>
    act(async () => {
      await setEnded(true)
      toast({ text: t('endedNow'), undo: () => void act(() => setEnded(false)) })
    })
  const over = state === 'ended' || state === 'called_off'
  // students read no failure: once it should be there, they read that it is not
  const making = meeting.provider !== 'link' && !meeting.error && (can.change || state === 'before')
  return (
    <section aria-label={t('now')} className="surface-card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <p role="status" className="flex flex-wrap items-center gap-2">
          <Chip tone={liveTones[state]} {...(state === 'running' && { icon: Radio })}>
            {t(`state.${state}`)}
          </Chip>
          {starts_at && <span className="tabular text-body">{t(state === 'ended' ? 'began' : 'begins', { when: near(starts_at) })}</span>}
        </p>
        {state === 'before' && opens_at && left !== null && (
          <p className="tabular text-small text-text-2">
            {left <= counted ? t('opensIn', { left: clock(left) }) : t('opensAt', { when: dateTime(opens_at) })}
          </p>
        )}
        {!has_address && !over && (
          <p className="text-small text-text-2">{t(making ? 'making' : can.change ? 'addressMissing' : 'noAddress')}</p>
        )}
        {joined_at && <p className="tabular text-small text-text-2">{t('joinedAt', { when: dateTime(joined_at) })}</p>}
      </div>
      {can.change && (state === 'open' || state === 'running') && (
        <Button variant="quiet" busy={busy} action="live.end" onClick={() => void end()}>
          {t('end')}
        </Button>
      )}
      {(can_join || state === 'before' || state === 'open' || state === 'running') && (
        <Button
          variant="primary"
          icon={SquareArrowOutUpRight}
          busy={busy}
          off={can_join ? undefined : t(has_address ? 'notYet' : making ? 'making' : 'noAddress')}
          action="live.join"
          onClick={() => void act(() => join(activity.id))}
        >
          {t('join')}
        </Button>
      )}
    </section>
  )
}
