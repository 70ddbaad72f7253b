// Exhibit of the classes of a course's members, with one of them chosen.
import { ClassDistribution } from '../../features/course/people/class-distribution.tsx'
import { exhibit } from '../exhibit.ts'
import { WithTexts } from '../with-texts.tsx'

const klasses = [
  { id: 'a', name: '3A', members: 28 },
  { id: 'b', name: '3B', members: 31 },
  { id: 'c', name: 'Marine engineering, evening course of the second year', members: 7 },
  { id: 'd', name: '海洋工程二班', members: 19 },
]

export default exhibit({
  'one chosen': (
    <WithTexts features={['members']}>
      <ClassDistribution klasses={klasses} chosen={new Set(['b'])} onChoose={() => {}} />
    </WithTexts>
  ),
})
