// Exhibits of names and texts in Arabic, Jawi and Hebrew, in a page that reads from the left.
import { useState } from 'react'
import { PersonCell } from '../../parts/base/people/person-cell.tsx'
import { TextArea, TextField } from '../../ui/fields/field.tsx'
import { exhibit } from '../exhibit.ts'

const people = [
  { id: 'a', name: 'محمد الفاسي (أ)', avatar: '' },
  { id: 'b', name: 'שרה לוי', avatar: '' },
  { id: 'c', name: 'Hana Kovář', avatar: '' },
]
function Written() {
  const [title, setTitle] = useState('المد والجزر')
  const [text, setText] = useState('يرتفع البحر مرتين!')
  return (
    <>
      <TextField label="Title" value={title} onChange={setTitle} />
      <TextArea label="Text" value={text} onChange={setText} />
    </>
  )
}

export default exhibit({
  people: (
    <ul className="space-y-2">
      {people.map((person) => (
        <li key={person.id} className="flex gap-2">
          <PersonCell person={person} below="S1001" />
        </li>
      ))}
    </ul>
  ),
  sentence: (
    <p>
      <bdi className="font-semibold">محمد (أ)</bdi> (3) commented
    </p>
  ),
  title: <h2 className="text-section font-semibold">المد والجزر (2026)!</h2>,
  row: (
    <p className="flex gap-2">
      <span className="min-w-0 flex-1 truncate">المد والجزر!</span>
      <span>12 students</span>
    </p>
  ),
  comment: <p className="whitespace-pre-wrap">{'يرتفع البحر مرتين!\nIn English.'}</p>,
  written: Written,
})
