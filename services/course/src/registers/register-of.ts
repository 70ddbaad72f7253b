// The register of an organisation, as the operator has configured it: a folder of CSV files, or a REST address.
import { conflict } from '@lyceum/kit/calls/errors'
import type { Config } from '../config.ts'
import type {} from '../errors.ts'
import { csvRegister } from './csv-register.ts'
import type { Register } from './register.ts'
import { restRegister } from './rest-register.ts'

/** Callers name no address and no file. 409 register.notSet without one. */
export function registerOf({ registers, registerTokens }: Pick<Config, 'registers' | 'registerTokens'>, org: string): Register {
  const place = registers[org]
  if (place === undefined) throw conflict('register.notSet')
  return place.startsWith('/') ? csvRegister(place) : restRegister(new URL(place), registerTokens[org])
}
