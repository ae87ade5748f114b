/** How much the threads that speak have to do, for those who do not know engines. */
export type { ThreadLoad } from '../synthesis/engine-threads.ts'
