// Exhibits of the tree.
import { Building2, Users } from 'lucide-react'
import { useState } from 'react'
import { type Leaf, Tree } from '../../ui/order/tree.tsx'
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

const loadForever = () => new Promise<Leaf[]>(() => {})
const loadEmpty = async (): Promise<Leaf[]> => []
const loadFailing = async (): Promise<Leaf[]> => {
  throw new Error('away')
}
/** Opens its first branch at once. */
const OpenedBranch = ({ load }: { load: () => Promise<Leaf[]> }) => (
  <div
    className="max-w-[320px]"
    ref={(element) => {
      const branch = element?.querySelector('[role=treeitem][aria-expanded=false]')
      if (branch && !branch.hasAttribute('aria-busy'))
        branch.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    }}
  >
    <Tree label="Departments" items={items.slice(1)} onChoose={() => {}} load={load} />
  </div>
)
const deep: Leaf[] = [
  {
    id: 'a',
    name: 'Faculty of Marine and Freshwater Science and of everything that lives in it',
    end: '1,204',
    children: [{ id: 'b', name: 'คณะวิทยาศาสตร์ทางทะเล', children: [{ id: 'c', name: '海洋生物学系', end: '12' }] }],
  },
]

export default exhibit({
  'long names': (
    <div className="max-w-[320px]">
      <Tree label="Departments" items={deep} onChoose={() => {}} opened={['a', 'b']} />
    </div>
  ),
  'a branch that is waited for': { alone: true, show: <OpenedBranch load={loadForever} />, until: '[aria-busy=true]' },
  'a branch without anything': { alone: true, show: <OpenedBranch load={loadEmpty} />, until: 'li[aria-expanded=true] .text-text-3' },
  'a branch that did not come': { alone: true, show: <OpenedBranch load={loadFailing} />, until: 'main [role=alert]' },
  departments: Departments,
  alone: { alone: true, show: Departments },
})
