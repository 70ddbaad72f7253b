// The register of an organisation, as the operator has configured it: a folder of CSV files, or a REST address.
import { conflict } from '@lyceum/kit/calls/errors'
import type { Config } from '../config.ts'
import type {} from '../errors.ts'
import { csvRegister, lookAtFiles, type Reading, type RegisterFile } from './csv-register.ts'
import type { Register } from './register.ts'
import { restRegister } from './rest-register.ts'

type Registers = Pick<Config, 'registers' | 'registerTokens'>
const isFolder = (place: string) => place.startsWith('/')

/** Callers name no address and no file; `reading`: how the files of a folder are read. 409 register.notSet without one. */
export function registerOf({ registers, registerTokens }: Registers, org: string, reading: Reading = {}): Register {
  const place = registers[org]
  if (place === undefined) throw conflict('register.notSet')
  return isFolder(place) ? csvRegister(place, reading) : restRegister(new URL(place), registerTokens[org])
}

/** The files of a register as they are read; none of an address, whose answers are UTF-8. 409 register.notSet without a register. */
export async function registerFilesOf({ registers }: Pick<Config, 'registers'>, org: string, reading: Reading): Promise<RegisterFile[]> {
  const place = registers[org]
  if (place === undefined) throw conflict('register.notSet')
  return isFolder(place) ? lookAtFiles(place, reading) : []
}
