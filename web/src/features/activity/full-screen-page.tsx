// /course/{courseId}/learning-activity/full-screen#/questionnaire/{id}: an activity alone, without the bars around it.
import { definitionOf } from '../../activity-types.ts'
import { FullScreenFrame } from './full-screen-frame.tsx'

export default function FullScreenPage() {
  return (
    <FullScreenFrame>
      {(activity, teaches) => {
        const { View } = definitionOf(activity.type)
        return <View activity={activity} teaches={teaches} side={null} onSideReady={() => {}} />
      }}
    </FullScreenFrame>
  )
}
