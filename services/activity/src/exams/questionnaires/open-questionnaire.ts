// A questionnaire that somebody has open: its activity, its last paper, whether it is over.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { openActivity, type OpenedActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import { currentPaper, type KeptPaper } from '../../questions/papers/kept-papers.ts'
import { slotsOf } from '../../questions/papers/paper-view.ts'
import { askerOf } from '../../questions/papers/papers.ts'
import type { Slot } from '../../questions/papers/rules.ts'
import { countsProgress } from '../../trial.ts'
import { asWritten } from './counting.ts'

export type OpenQuestionnaire = { activity: OpenedActivity; paper: KeptPaper; slots: Slot[]; trial: boolean; closed: boolean }

export async function openQuestionnaire(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<OpenQuestionnaire> {
  const activity = await openActivity(deps, actor, scope, id)
  if (askerOf(activity) !== 'questionnaire') throw conflict('paper.notOffered')
  const paper = await currentPaper(deps, activity.id)
  if (!paper) throw conflict('paper.empty')
  const closed = activity.endTime !== null && activity.endTime <= deps.now()
  return { activity, paper, slots: slotsOf(paper, asWritten), trial: !countsProgress(scope), closed }
}
