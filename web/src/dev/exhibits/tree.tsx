import { Building2, Users } from 'lucide-react'
import { useState } from 'react'
import { type Leaf, Tree } from '../../ui/tree.tsx'
import { exhibit } from '../exhibit.ts'

const items: Leaf[] = [
  {
    id: 'sci',
    name: 'Science',
    icon: Building2,
    end: '640',
    children: [
      { id: 'marine', name: 'Marine Science', icon: Users, end: '120' },
      { id: 'maths', name: 'Mathematics', icon: Users, end: '88' },
    ],
  },
  { id: 'arts', name: 'Arts', icon: Building2, branch: true },
  { id: 'law', name: 'Law', icon: Building2, branch: true },
]
let tries = 0
const load = async (id: string): Promise<Leaf[]> => {
  await new Promise((done) => setTimeout(done, 50))
  if (id === 'law' && tries++ === 0) throw new Error('away')
  return [{ id: `${id}-1`, name: `First of ${id}` }]
}
function Departments() {
  const [chosen, setChosen] = useState('marine')
  return (
    <div className="max-w-[320px]">
      <Tree label="Departments" items={items} chosen={chosen} onChoose={setChosen} load={load} opened={['sci']} />
    </div>
  )
}

export default exhibit({ departments: Departments, alone: { alone: true, show: Departments } })
