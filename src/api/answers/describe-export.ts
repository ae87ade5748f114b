import type { PlanLimits } from '../../accounts/plan-fields.ts'
import type { Export } from '../../storage/records/exports.ts'
import { toExportBody } from '../schemas/export.ts'
import type { Services } from '../services.ts'

/** Returns an export as the API shows it. */
export function describeExport(
  one: Export,
  { clipLifetimeSeconds }: Pick<PlanLimits, 'clipLifetimeSeconds'>,
  { links }: Pick<Services, 'links'>,
) {
  const { id, file, finishedAt } = one
  if (file === null || finishedAt === null) return toExportBody(one, null)
  return toExportBody(one, links.exportUrl({ id, name: file.name, expiresAt: finishedAt + 1000 * clipLifetimeSeconds }))
}
