// People who were picked, for everybody.
import type { ShownProps } from '../tools.ts'
import { PickedNames } from './names.tsx'

export default function ShownPick({ session, hall }: ShownProps) {
  return <PickedNames people={session.picked} large={hall} />
}
