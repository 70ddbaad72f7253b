// The form of an activity type, loaded when a dialog first needs it.
import { use } from 'react'
import { definitionOf } from '../../../activity-types.ts'
import type { TypeForm } from '../../../activity-types/form.ts'

const loading = new Map<string, Promise<TypeForm>>()

const load = async (type: string): Promise<TypeForm> => {
  const module = await definitionOf(type).form?.()
  if (!module) throw new Error(`nobody makes a ${type} by hand`)
  return module.default
}

/** Suspends until the form is loaded. */
export function useTypeForm(type: string): TypeForm {
  let form = loading.get(type)
  if (!form) {
    form = load(type)
    form.catch(() => loading.delete(type))
    loading.set(type, form)
  }
  return use(form)
}
