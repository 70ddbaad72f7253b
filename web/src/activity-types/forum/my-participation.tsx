// Result of my posts in a forum, once its score is shown.
import { useQuery } from '@tanstack/react-query'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ResultCard } from '../../parts/learning/work/result-card.tsx'
import { myParticipationOf } from './participation.ts'

export default function MyParticipation({ activity }: { activity: Activity }) {
  const { data } = useQuery(myParticipationOf(activity.id))
  return data?.result ? <ResultCard activity={activity} result={data.result} last={undefined} /> : null
}
