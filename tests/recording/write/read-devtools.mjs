// SPDX-License-Identifier: GPL-3.0-or-later

// read-devtools.mjs ENGINE FILE…: reads trace files with the engine of DevTools' Performance panel, which is in the folder ENGINE, and
// prints what it finds in each as a line of JSON.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';

const [engine, ...files] = process.argv.slice(2);
const { analyzeEvents } = await import(pathToFileURL(path.join(engine, 'analyze-trace.mjs')));

for (const file of files) {
    const bytes = fs.readFileSync(file);
    const text = bytes[0] === 0x1f ? zlib.gunzipSync(bytes) : bytes;
    const { parsedTrace } = await analyzeEvents(JSON.parse(text).traceEvents);
    const data = parsedTrace.data ?? parsedTrace;
    const threads = [...data.Renderer.processes.values()].flatMap(process => [...process.threads.values()]);
    const entries = threads.flatMap(thread => thread.entries);
    const count = accept => entries.filter(accept).length;

    console.log(JSON.stringify({
        mainFrame: data.Meta.mainFrameId,
        threads: threads.length,
        turns: count(entry => entry.name === 'RunTask'),
        run: count(entry => /^Run(PostTaskCallback|YieldContinuation)$/.test(entry.name)),
        posted: count(entry => /^Schedule(PostTaskCallback|YieldContinuation)$/.test(entry.name)),
        tasks: count(entry => entry.name === 'RunPostTaskCallback'),
        initiated: [...data.Initiators.eventToInitiator.keys()].filter(entry => entry.name === 'RunPostTaskCallback').length,
        waits: data.ExtensionTraceData.extensionTrackData.flatMap(group => Object.values(group.entriesByTrack)).flat().length
    }));
}
