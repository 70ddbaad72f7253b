// The questions of the demo school are in order: the server would leave out those that are not.
import { expect, test } from 'vitest'
import { isFaults, validated } from '@lyceum/activity/questions/banks/validated'
import { oceanFolders, oceanQuestions } from './content/ocean-questions.ts'

test('each has no fault and stands in a folder', () => {
  for (const { folder, points = '1', tags = [], feedback = '', ...question } of oceanQuestions) {
    const checked = validated({ ...question, title: '', points, tags, feedback })
    expect(isFaults(checked) ? checked : {}, question.stem).toEqual({})
    expect(oceanFolders).toContain(folder)
  }
  expect(oceanQuestions.length).toBeGreaterThanOrEqual(30)
})
