// Exhibits of the picker of people: matches, one of them chosen and one who cannot be, and nobody; and the dialog of a sharing group around it.
import { useState } from 'react'
import { AddMembersDialog } from '../../features/upload/add-members-dialog.tsx'
import { type FoundPerson, PeoplePicker } from '../../parts/base/people/people-picker.tsx'
import { query } from '../../queries.ts'
import { exhibit } from '../exhibit.ts'
import { people } from '../people.ts'
import { answered, dialogsWith, WithAnswers } from '../with-answers.tsx'

const ignore = () => {}
const features = ['upload', 'errors', 'ui'] as const
const matches = people(5).map(({ id, name, no, department }) => ({ id, name, user_no: String(no), department: { name: department } }))
const found = matches as unknown as FoundPerson[]
const answers = [
  answered(query('GET /api/user/search', { query: { keywords: 'an', page_size: 20 } }), { users: found }),
  answered(query('GET /api/user/search', { query: { keywords: 'zzz', page_size: 20 } }), { users: [] }),
]

function Picker({ keywords }: { keywords: string }) {
  const [chosen, setChosen] = useState<readonly FoundPerson[]>(found.slice(0, 1))
  return (
    <div className="max-w-[560px] space-y-3">
      <PeoplePicker
        label="Name, user number or e-mail"
        keywords={keywords}
        onSearch={ignore}
        chosen={chosen}
        onChange={setChosen}
        about={({ user_no, department }) => `${user_no} · ${department?.name}`}
        off={({ id }) => (id === found[2]?.id ? 'In the course already' : undefined)}
        none="Nobody matches"
        notThis={(name) => `Do not add ${name}`}
      />
    </div>
  )
}
const picker = (keywords: string) => (
  <WithAnswers answers={answers} features={features}>
    <Picker keywords={keywords} />
  </WithAnswers>
)

export default exhibit({
  matches: picker('an'),
  nobody: picker('zzz'),
  'members of a sharing group': dialogsWith(answers, features)(<AddMembersDialog group="g1" onClose={ignore} onDone={ignore} />),
})
