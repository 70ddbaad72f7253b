// The people of a roll call: those who are here filled in, the others dashed outlines; the number of them in words and as a bar.
import { memo } from 'react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { number, timeWithSeconds } from '../../../ui/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import type { Board, BoardPerson } from '../queries.ts'
import { WithPart } from './with-part.tsx'

export const isHere = (state: BoardPerson['state']) => state === 'present' || state === 'late' || state === 'left_early'

export function HereCount({ counts: { present, late, members } }: Pick<Board, 'counts'>) {
  const t = useTexts('inclass')
  const here = present + late
  return (
    <>
      <p role="status" className="text-[clamp(18px,1.9vw,30px)] leading-tight text-text-3">
        <WithPart
          text={t('hereOf', { members })}
          part={<strong className="tabular text-[clamp(28px,3.2vw,52px)] font-semibold text-text">{number(here)}</strong>}
        />
      </p>
      <ProgressBar label={t('here')} value={members > 0 ? (here / members) * 100 : 0} className="!h-2 min-w-[160px] flex-1" />
    </>
  )
}

/** `doubts`: marks of doubts are shown; never on the screen of the hall. */
export function PeopleGrid({ people, doubts }: { people: Board['people']; doubts: boolean }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(76px,1fr))] gap-x-1 gap-y-3">
      {people.map((one) => (
        <Cell key={one.person.id} {...one} doubtful={doubts && one.doubts.length > 0 && !one.seen} />
      ))}
    </ul>
  )
}

const Cell = memo(function Cell({ person, state, doubtful }: Pick<BoardPerson, 'person' | 'state'> & { doubtful: boolean }) {
  const t = useTexts('inclass')
  const here = isHere(state)
  return (
    <li className="flex min-w-0 flex-col items-center gap-1 text-center">
      <span className={classes('rounded-full', doubtful && 'outline-2 outline-offset-2 outline-warn')}>
        <Avatar id={person.id} name={person.name} src={here ? person.avatar : null} size={42} outline={!here} />
      </span>
      <span className={classes('line-clamp-2 max-w-full text-caption wrap-break-word', here ? 'text-text' : 'text-text-3')}>
        <bdi>{person.name}</bdi>
        <span className="screen-reader">{` ${t(state ? `state.${state}` : 'notHere')}`}</span>
      </span>
      {state && state !== 'present' && (
        <span aria-hidden className="text-caption text-text-3">
          {t(`state.${state}`)}
        </span>
      )}
      {doubtful && <span className="text-caption font-medium text-warn-text">{t('doubtful')}</span>}
    </li>
  )
})

/** The outline's meaning, and the last who came. */
export function GridFoot({ people }: Pick<Board, 'people'>) {
  const t = useTexts('inclass')
  const last = people
    .filter(({ state, at }) => isHere(state) && at !== null)
    .reduce<BoardPerson | undefined>((latest, one) => (latest && (latest.at ?? '') >= (one.at ?? '') ? latest : one), undefined)
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-small text-text-3">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-4 rounded-full border border-dashed border-line-strong" />
        {t('notHere')}
      </span>
      {last && <span>{t('lastIn', { name: last.person.name, time: timeWithSeconds(last.at ?? '') })}</span>}
    </p>
  )
}
