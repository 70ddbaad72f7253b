// …#/{activityId}/questions: who teaches writes what an activity asks.
import { definitionOf } from '../../activity-types.ts'
import { useTexts } from '../../i18n.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { FullScreenFrame } from './full-screen-frame.tsx'

export default function QuestionsPage() {
  const t = useTexts('activity')
  return (
    <FullScreenFrame teaching about={t('questions')}>
      {(activity) => {
        const { Questions } = definitionOf(activity.type)
        return Questions ? <Questions activity={activity} /> : <Refused error={undefined} />
      }}
    </FullScreenFrame>
  )
}
