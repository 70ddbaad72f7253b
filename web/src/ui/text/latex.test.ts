// Tests of formulas.
import { expect, it } from 'vitest'
import { isEmptyLatex } from './latex.ts'

it('nothing, spaces and empty boxes are no formula', () => {
  for (const latex of [
    '',
    '  ',
    '{}',
    '$$ $$',
    '\\,\\;',
    '\\placeholder{}',
    '\\frac{\\placeholder{}}{\\placeholder{}}',
    '\\frac{a}{\\placeholder{}}',
    '\\placeholder[x]{}',
    '\\frac{}{}',
    '\\sqrt{}',
    '^{}_{}',
    '\\begin{bmatrix} & \\\\ & \\end{bmatrix}',
    '▢',
  ])
    expect([latex, isEmptyLatex(latex)]).toEqual([latex, true])
})
it('LaTeX that shows something is a formula', () => {
  for (const latex of ['x', '0', '\\pi', '\\frac{a}{b}', '\\sqrt{2}', '\\square ABCD', '\\int_0^1 x\\,dx', '海', '\\text{m/s}'])
    expect([latex, isEmptyLatex(latex)]).toEqual([latex, false])
})
