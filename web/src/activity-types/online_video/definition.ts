// Online video: a recording whose watched seconds count.
import { CirclePlay } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { clock, date, percent } from '../../ui/format.ts'
import type { Definition, KindTexts } from '../definition.ts'
import { watchedWords } from '../reading.ts'
import { VideoWaiting } from './waiting.tsx'

const named = ['youtube', 'vimeo', 'bilibili', 'tencent', 'youku'] as const
/** The provider of the film; of a file at an address of its own there is none. */
const nameOf = (provider: string | null | undefined, say: KindTexts): string | undefined => {
  const known = named.find((name) => name === provider)
  return known && say(`provider.${known}`)
}

export const onlineVideo: Definition = {
  icon: CirclePlay,
  tone: 'accent',
  about({ uploads: [file], video_duration: seconds }, say) {
    const kind = say('type.online_video')
    if (file?.status === 'processing' && !seconds) return say('kindAnd', { kind, what: say('beingPrepared') })
    if (file?.status === 'failed') return say('kindAnd', { kind, what: say('notReady') })
    const whose = nameOf(file?.provider, say)
    const from = whose ? say('kindAnd', { kind, what: whose }) : kind
    if (!seconds) return from
    return say('kindAnd', { kind: from, what: seconds < 60 ? clock(seconds) : say('minutes', { count: Math.round(seconds / 60) }) })
  },
  result({ my, completion_criterion: criterion }, say) {
    if (criterion && criterion.kind !== 'watched' && my.completed_at) return say('doneOn', { date: date(my.completed_at) })
    return my.percent > 0 ? say('watched', { percent: percent(my.percent) }) : undefined
  },
  progress(activity, say) {
    const { my, completion_criterion: criterion } = activity
    return ['watched', 'none'].includes(criterion.kind) ? watchedWords(activity, say) : say(my.completed ? 'done' : 'notDone')
  },
  act: (my) => (my.completed ? undefined : my.percent > 0 ? 'resume' : 'watch'),
  stage: true,
  comments: true,
  View: lazy(() => Promise.all([import('./view.tsx'), texts('player', 'learning-activity')]).then(([module]) => module)),
  Guest: lazy(() => Promise.all([import('./guest.tsx'), texts('player')]).then(([module]) => module)),
  Waiting: ({ activity, teaches }) => VideoWaiting({ withCard: !teaches, audio: activity.uploads[0]?.type === 'audio' }),
  Work: lazy(() => import('./work.tsx')),
  replaces: 'asks',
  form: () => import('./form.tsx'),
}
