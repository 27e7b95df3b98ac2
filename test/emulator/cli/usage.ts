/** The text of --help. */
export const usage = `File Library Service emulator

Usage: npm run emulator -- [options]

Address
  --port N              port of the service (8765)
  --host ADDRESS        address to bind (127.0.0.1)
  --separate-hosts      separate ports for uploads, and for downloads, previews and links
  --prefix WORD         vendor prefix of headers and events (svc)

Rules
  --any-method          take GET as well as POST
  --answers SHAPES      attested shapes of answers: some names with commas, or all (plain)
  --clock-window S      largest difference between dateline and the clock, in seconds (900)
  --token-seconds S     how long access tokens are valid (21600)
  --link-seconds S      how long download and preview links are valid (600)
  --capacity BYTES      capacity of the demo library (-1, no limit)
  --member-limit N      accounts that the demo enterprise may enable (1000)

Content
  --empty               start with an empty demo library
  --seed-demo           add sample folders and files (the default without --empty)
  --seed N              add N small files to the folder Bulk
  --data DIR            keep everything in this folder, and continue with it at the next start
  --media-speed N       seconds of media that a preview plays per second (1)

Delays and faults
  --latency MS          delay of every answer (0)
  --queue-delay MS      queue every copy, for this long (0)
  --finish-delay MS     how long upload_finish answers 202 (0)
  --fault RULE          scripted fault; can be repeated, e.g.
                        path=/upload_part,action=reset,times=2
                        path=/file/ls,action=503,after=1
                        actions: reset, resetWithin, resetAfter, html, cut:BYTES, a status;
                        slow, drip and stall with ms=N

  --quiet               print no requests
  --help                print this text

Environment: EMULATOR_PORT, EMULATOR_LATENCY, EMULATOR_FAULTS (rules separated by semicolons)
`;
