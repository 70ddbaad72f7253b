// A person in a cell of a table; below the name what tells people of one name apart.
import { Avatar } from '../../../ui/marks/avatar.tsx'

type Person = { id: string; name: string; avatar: string }
export const PersonCell = ({ person: { id, name, avatar }, below }: { person: Person; below?: string | undefined }) => (
  <span className="flex items-center gap-2.5">
    <Avatar id={id} name={name} src={avatar} size={26} />
    <span className="min-w-0">
      <span className="block font-medium">
        <bdi>{name}</bdi>
      </span>
      {below && <span className="tabular block text-caption text-text-3 [overflow-wrap:anywhere]">{below}</span>}
    </span>
  </span>
)
