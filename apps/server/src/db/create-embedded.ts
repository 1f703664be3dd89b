import { openPglite } from './open-pglite.ts';

/** A process of its own that makes the folder of the embedded database and ends (decision 0190). */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new RangeError('create-embedded.ts needs the folder of the database');
const pglite = await openPglite({ folder, loadFrom: undefined });
await pglite.close();
