// The report for everybody: numbers are sent, not shown; the screen of the hall and phones have the title of the class.
import type { ShownProps } from '../tools.ts'
import { Welcome } from '../welcome.tsx'

export default function ShownReport(props: ShownProps) {
  return <Welcome {...props} />
}
