// Exhibits of the states of a region: skeleton, empty, failed, no permission.
import { Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed, NoPermission, SkeletonRows, SkeletonText } from '../../ui/states.tsx'
import { exhibit } from '../exhibit.ts'

export default exhibit({
  'skeleton of rows': <SkeletonRows rows={2} />,
  'skeleton of a text': <SkeletonText />,
  empty: (
    <Empty title="No homework yet" text="Students see it here once you publish it.">
      <Button icon={Plus}>Add homework</Button>
    </Empty>
  ),
  'empty, one sentence': <Empty title="Nothing is due this week" />,
  'failed, no code': <Failed title="The page did not load" at="10:24:31" onRetry={() => {}} />,
  failed: <Failed title="This list did not load" code={503} at="10:24:31" onRetry={() => {}} />,
  'failed for good': <Failed title="This film cannot be played" code={3} at="10:24:31" />,
  'no permission': (
    <NoPermission title="Only teachers see this" text="Ask a teacher of the course.">
      <Button>My courses</Button>
    </NoPermission>
  ),
})
