// The questions of a film are placed: the film above, and each section of the paper with its moment.
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PaperEditor } from '../../parts/learning/questions/paper-editor.tsx'
import type { Section } from '../../parts/learning/questions/paper-draft.ts'
import type { PlayerHandle } from '../../player/player.tsx'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { clock } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { Film } from './film.tsx'
import { secondsOf } from './moments.ts'

export default function VideoQuizQuestions({ activity }: { activity: Activity }) {
  const t = useTexts('video-quiz')
  const player = useRef<PlayerHandle>(null)
  const [position, setPosition] = useState(0)
  const { id, course_id: course } = activity
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/paper', { params: { id } }),
    refetchOnWindowFocus: false,
  })
  if (error && !data) return <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  return (
    <div className="space-y-3.5">
      <p className="text-body text-text-2">{t('placeText')}</p>
      <Film ref={player} activity={activity} teaches onPosition={setPosition} />
      <PaperEditor
        key={id}
        activity={id}
        course={course}
        first={data}
        published={activity.published}
        scored
        fresh={() => ({ at: Math.floor(position) })}
        head={(section, change) => <Moment section={section} change={change} here={Math.floor(position)} />}
      />
    </div>
  )
}

function Moment({ section, change, here }: { section: Section; change: (part: Partial<Section>) => void; here: number }) {
  const t = useTexts('video-quiz')
  return (
    <div className="flex basis-full flex-wrap items-end gap-x-3 gap-y-2 [&>:is(button,label)]:beside-field">
      <Time key={`at ${section.at}`} label={t('at')} value={section.at ?? 0} onChange={(at) => change({ at: at ?? 0 })} />
      <Button icon={MapPin} onClick={() => change({ at: here })}>
        {t('setHere', { time: clock(here) })}
      </Button>
      <Time key={`back ${section.back_to}`} label={t('backTo')} value={section.back_to} onChange={(back_to) => change({ back_to })} />
      <Checkbox label={t('must')} checked={section.must ?? false} onChange={(must) => change({ must })} />
    </div>
  )
}

/** Kept once it is read: on leaving the field. */
function Time({ label, value, onChange }: { label: string; value: number | undefined; onChange: (value: number | undefined) => void }) {
  const t = useTexts('video-quiz')
  const [text, setText] = useState(value === undefined ? '' : clock(value))
  const seconds = secondsOf(text)
  const wrong = text.trim() !== '' && seconds === undefined
  return (
    <TextField
      label={label}
      value={text}
      onChange={setText}
      onBlur={() => !wrong && seconds !== value && onChange(seconds)}
      placeholder="1:30"
      error={wrong ? t('timeUnread') : undefined}
      className="w-36"
    />
  )
}
