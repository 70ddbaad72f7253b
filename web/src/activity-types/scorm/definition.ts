// Package: lessons made elsewhere (SCORM) that run in a frame of their own origin, and report how far the learner is and with what score.
import { Package } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import type { Definition } from '../definition.ts'
import { answering, asksToRead, reading } from '../reading.ts'

/** The code and the texts of one of its parts. */
const withTexts = <M>(code: Promise<M>, ...more: Parameters<typeof texts>): Promise<M> =>
  Promise.all([code, texts('packages', ...more)]).then(([module]) => module)

export const scorm: Definition = {
  icon: Package,
  tone: 'warn',
  about({ uploads: [file] }, say) {
    const kind = say('type.scorm')
    if (file?.status === 'processing') return say('kindAnd', { kind, what: say('beingPrepared') })
    return file?.status === 'failed' ? say('kindAnd', { kind, what: say('notReady') }) : kind
  },
  result: (activity, say) => (asksToRead(activity.completion_criterion) ? reading : answering).result(activity, say),
  progress: (activity, say) => (asksToRead(activity.completion_criterion) ? reading : answering).progress(activity, say),
  act: (my) => (my.completed ? undefined : my.percent > 0 ? 'resume' : 'open'),
  comments: true,
  View: lazy(() => withTexts(import('./view.tsx'))),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => withTexts(import('./work.tsx'), 'upload')),
  replaces: 'keeps',
  form: () => withTexts(import('./form.tsx')),
}
