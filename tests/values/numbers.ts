// Numbers as people type them into the gradebook, through its call.
import { CallFailed } from '@lyceum/kit/calls/client'
import type { Report } from '../attack/report.ts'
import type { World } from './world.ts'

const typed: [text: string, value: string][] = [
  ['7.25', '7.25'],
  ['7,25', '7.25'],
  ['１２．５', '12.5'],
  ['๑๒.๕', '12.5'],
  ['١٢٫٥', '12.5'],
  ['1 500', '1500'],
  ['1’500', '1500'],
  ['1.500,25', '1500.25'],
  ['1,500.25', '1500.25'],
  ['1,50,000', '150000'],
  ['0.125', '0.125'],
  ['1,500', 'field.twoNumbers'],
  ['１，５００', 'field.twoNumbers'],
  ['1e3', 'score.format'],
  ['-1', 'score.format'],
  ['1.00001', 'score.tooManyDigits'],
]

export async function numbers({ teacher, student, course }: World, report: Report): Promise<void> {
  const params = { id: course }
  const { item } = await teacher.call('POST /api/courses/:id/score-items', {
    params,
    body: { title: 'Numbers', points: '999999' } as never,
  })
  let saw: string | null = null
  for (const [text, right] of typed) {
    const cell: { item_id: string; person_id: string; points: string; saw: string | null } = {
      item_id: item.id,
      person_id: student.id,
      points: text,
      saw,
    }
    const came: string = await teacher.call('PUT /api/courses/:id/scores', { params, body: { cells: [cell] } }).then(
      ({ cells }) => cells[0]?.points ?? saw ?? '',
      (error) => {
        if (!(error instanceof CallFailed)) throw error
        return (Object.values(error.problem.details ?? {}).flat()[0] as { code?: string } | undefined)?.code ?? String(error.status)
      },
    )
    if (/^\d/.test(came)) saw = came
    report.check(came === right, `"${text}" in the gradebook is ${came}, and not ${right}`, 'npm run values -- numbers')
  }
}
