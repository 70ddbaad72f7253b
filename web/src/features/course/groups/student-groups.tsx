// A course's groups for its students: who is in which, and where a set is open for sign-up, a seat in one.
import { useQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dateTime } from '../../../ui/format.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { useTabs } from '../../../ui/menus/tabs.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'
import { type Board, type BoardGroup, boardQuery, type GroupSet, refreshGroups } from './queries.ts'
import { SetTabs, useChosenSet } from './use-chosen-set.tsx'

export default function StudentGroups({ course, sets }: { course: Course; sets: readonly GroupSet[] }) {
  const t = useTexts('groups')
  const wired = useTabs()
  const { chosen, choose } = useChosenSet(sets)
  const { data: board, error, errorUpdatedAt, refetch } = useQuery({ ...boardQuery(chosen?.id ?? ''), enabled: chosen !== undefined })
  if (!chosen) return <Empty title={t('noGroups')} text={t('noGroupsStudent')} />
  return (
    <div className="max-w-[1264px]">
      <div className="mb-4 flex">
        <SetTabs sets={sets} chosen={chosen.id} onChoose={choose} wired={wired} />
      </div>
      <div {...wired.panelProps(chosen.id)}>
        {board ? (
          <StudentSet board={board} student={course.role === 'student'} />
        ) : error ? (
          <ReadFailed title={t('boardFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    </div>
  )
}

function StudentSet({ board, student }: { board: Board; student: boolean }) {
  const t = useTexts('groups')
  const [busy, setBusy] = useState<string>()
  const { my_group, sign_up, open } = board
  const act = async ({ id, name }: BoardGroup, what: 'join' | 'leave') => {
    setBusy(id)
    try {
      if (what === 'join') await call('POST /api/groups/:id/join', { params: { id } })
      else await call('POST /api/groups/:id/leave', { params: { id } })
      toast({ text: t(what === 'join' ? 'joined' : 'left', { name }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await refreshGroups()
      setBusy(undefined)
    }
  }
  // my own group first; the others as they stand
  const groups = board.list.toSorted((a, b) => Number(b.id === my_group?.id) - Number(a.id === my_group?.id))
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        {student && <span>{my_group ? t('youAreIn', { name: my_group.name }) : open ? t('chooseOne') : t('youAreInNone')}</span>}
        {sign_up && (
          <Chip tone={open ? 'ok' : 'neutral'}>
            {!open ? t('signUpOver') : sign_up.until ? t('signUpUntil', { when: dateTime(sign_up.until) }) : t('signUpOpen')}
          </Chip>
        )}
      </p>
      {groups.length === 0 && <Empty title={t('noGroups')} />}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] items-start gap-4">
        {groups.map((group) => {
          const mine = group.id === my_group?.id
          const full = sign_up?.seats != null && group.members.length >= sign_up.seats
          return (
            <li
              key={group.id}
              className={classes(
                'rounded-card border bg-surface p-4 [contain-intrinsic-size:auto_180px] [content-visibility:auto]',
                mine ? 'border-accent' : 'border-line',
              )}
            >
              <div className="flex items-center gap-2">
                <h2 id={group.id} className="min-w-0 truncate text-body font-semibold">
                  {group.name}
                </h2>
                {mine && <Chip tone="accent">{t('mine')}</Chip>}
                <span className="tabular ml-auto shrink-0 text-small text-text-2">
                  {sign_up?.seats
                    ? t('ofSeats', { taken: group.members.length, seats: sign_up.seats })
                    : t('peopleCount', { count: group.members.length })}
                </span>
              </div>
              <ul className="mt-2 max-h-[260px] space-y-1 overflow-y-auto">
                {group.members.map((person) => (
                  <li key={person.id} className="flex items-center gap-2">
                    <Avatar id={person.id} name={person.name} src={person.avatar} size={22} />
                    <span className="min-w-0 truncate">{person.name}</span>
                    {person.id === group.leader_id && (
                      <Crown role="img" aria-label={t('leader')} size={14} strokeWidth={1.75} className="shrink-0 text-accent-text" />
                    )}
                  </li>
                ))}
                {group.members.length === 0 && <li className="text-small text-text-3">{t('nobody')}</li>}
              </ul>
              {open && student && (
                <Button
                  className="mt-3"
                  size="sm"
                  variant={mine ? 'secondary' : 'primary'}
                  busy={busy === group.id}
                  action="groups.signUp"
                  aria-describedby={group.id}
                  off={!mine && full ? t('full') : undefined}
                  onClick={() => void act(group, mine ? 'leave' : 'join')}
                >
                  {mine ? t('leave') : full ? t('full') : my_group ? t('changeTo') : t('join')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
