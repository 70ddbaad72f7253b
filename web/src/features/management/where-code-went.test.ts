// Tests of the place where a code went.
import { expect, it } from 'vitest'
import { codePlace } from './where-code-went.ts'

const mine = { phone: '+86 138', email: 'a@b.edu' }

it('a code that is not sent yet is on its way, to the messenger where that knows me', () => {
  expect(codePlace(undefined, mine)).toEqual({ is: 'onItsWay', messenger: null })
  expect(codePlace({ messenger: 'wecom', sent: null }, mine)).toEqual({ is: 'onItsWay', messenger: 'wecom' })
})
it('a messenger that did not answer while the page was read decides nothing', () => {
  expect(codePlace({ messenger: null, sent: { by: 'email', instead: true } }, mine)).toEqual({ is: 'instead', to: 'a@b.edu' })
  expect(codePlace({ messenger: null, sent: { by: 'workplace', instead: false } }, mine)).toEqual({ is: 'there', messenger: null })
})
it('a code is where it was sent, not at the first place that there is', () => {
  expect(codePlace({ messenger: null, sent: { by: 'email', instead: false } }, mine)).toEqual({ is: 'sent', to: 'a@b.edu' })
  expect(codePlace({ messenger: 'lark', sent: { by: 'mobile', instead: true } }, mine)).toEqual({ is: 'instead', to: '+86 138' })
})
