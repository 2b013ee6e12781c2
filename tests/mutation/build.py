# SPDX-License-Identifier: GPL-3.0-or-later
"""The copy of a tree, its build with the core as a shared library, and its tests."""

import bisect
import concurrent.futures
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from changes import find_all_functions, read

SUITES = {'loop': ['loop'], 'scheduling': ['scheduling'], 'trace': ['trace'], 'session': ['session'],
          'atomics': ['atomics', 'exploring']}
LATER_SUITES = ['debugger', 'cli', 'script', 'conformance']
OPTIONS = ['-Dapp=disabled', '-Dintrospection=disabled', '-Ddocs=disabled', '-Doptimization=1', '-Ddebug=false', '-Dwerror=false',
           '--wrap-mode=nodownload']
CORE = 'src/libloopscope-core.a'
LIBRARY = 'libloopscope-core-mutant.so'


class Problem(Exception):
    """Something that ends the program with a line."""


def copy_tree(root, copy):
    """Files that are the same keep their time, so that little is built again."""
    names = subprocess.run(['git', '-C', root, 'ls-files', '-z', '-co', '--exclude-standard'], stdout=subprocess.PIPE, check=True)
    wanted = {name for name in names.stdout.decode().split('\0') if name and os.path.isfile(os.path.join(root, name))}
    for where, _, files in os.walk(copy):
        for name in files:
            path = os.path.join(where, name)
            if os.path.relpath(path, copy) not in wanted:
                os.remove(path)
    for name in wanted:
        source, target = os.path.join(root, name), os.path.join(copy, name)
        with open(source, 'rb') as file:
            data = file.read()
        if os.path.exists(target):
            with open(target, 'rb') as file:
                if file.read() == data:
                    continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, 'wb') as file:
            file.write(data)
        shutil.copymode(source, target)


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **more)
    if done.returncode != 0:
        raise Problem(f'{" ".join(command[:6])} … failed:\n{done.stdout.decode(errors="replace")[-4000:]}')
    return done.stdout.decode()


COUNTERS = '''
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));
static unsigned char *map;

__attribute__ ((constructor)) static void
open_map (void)
{
  const char *path = getenv ("LS_MUTATE_MAP");
  int fd = path != NULL ? open (path, O_RDWR | O_CLOEXEC) : -1;
  off_t size = fd >= 0 ? lseek (fd, 0, SEEK_END) : 0;

  map = size > 0 ? mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : NULL;
}

void __sanitizer_cov_trace_pc (void);
void
__sanitizer_cov_trace_pc (void)
{
  if (map != NULL)
    map[(uintptr_t) __builtin_return_address (0) - (uintptr_t) __ehdr_start] = 1;
}
'''


class Build:
    """The copy, its build folder, and the core as a shared library."""

    def __init__(self, root, folder, jobs):
        self.copy, self.build, self.jobs = os.path.join(folder, 'tree'), os.path.join(folder, 'build'), jobs
        os.makedirs(self.copy, exist_ok=True)
        copy_tree(root, self.copy)
        if not os.path.exists(os.path.join(self.build, 'build.ninja')):
            run(['meson', 'setup', self.build, self.copy] + OPTIONS)
        self.remove_linked()
        # Tests may have come and gone.
        run(['ninja', '-C', self.build, 'build.ninja'])
        self.tests = self.list_tests()
        self.targets = {target['id']: target for target in json.loads(run(['meson', 'introspect', '--targets', self.build]))}
        self.programs = self.list_programs()
        run(['ninja', '-C', self.build, f'-j{jobs}'] + self.programs)
        with open(os.path.join(self.build, 'compile_commands.json'), encoding='utf-8') as file:
            commands = json.load(file)
        self.commands = {}
        for command in commands:
            if command.get('output', '').startswith(CORE + '.p/'):
                path = os.path.normpath(os.path.join(self.build, command['file']))
                self.commands[os.path.relpath(path, self.copy)] = shlex.split(command['command'])
        self.objects = {path: self.object_of(path) for path in self.commands}
        self.link_programs()

    def object_of(self, path):
        command = self.commands[path]
        return command[command.index('-o') + 1]

    def remove_linked(self):
        """Programs that were linked against the shared library are not what the build made: it makes them again."""
        path = os.path.join(self.build, 'linked.json')
        for program in json.loads(read(path)) if os.path.exists(path) else []:
            if os.path.exists(program):
                os.remove(program)

    def list_programs(self):
        """What the tests run, by its name in the build folder."""
        names = {self.targets[target]['filename'][0] for test in self.tests for target in test.depends}
        return sorted(os.path.relpath(name, self.build) for name in names)

    def link_programs(self):
        """Links each program that has the core in it against a shared library in its place."""
        links = [(name, shlex.split(self.get_link_command(name))) for name in self.programs]
        links = [(name, command) for name, command in links if CORE in command]
        if not links:
            raise Problem(f'No program is linked with {CORE}')
        libraries = []
        for _, command in links:
            libraries += [word for word in command
                          if (word.endswith('.so') or word in ('-lm', '-pthread')) and word not in libraries]
        self.libraries = [word for word in libraries if 'javascriptcore' not in word]
        self.core = os.path.join(self.build, 'core')
        os.makedirs(self.core, exist_ok=True)
        self.link(self.core, {})
        with open(os.path.join(self.build, 'linked.json'), 'w', encoding='utf-8') as file:
            json.dump([os.path.join(self.build, name) for name, _ in links], file)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            library = os.path.join(self.core, LIBRARY)
            list(pool.map(lambda link: run([library if word == CORE else word for word in link[1]], cwd=self.build), links))

    def get_link_command(self, name):
        output = run(['ninja', '-C', self.build, '-t', 'commands', '-s', name])
        return [line for line in output.splitlines() if line and not line.startswith('ninja:')][-1]

    def link(self, folder, replaced, more=()):
        """Links the core with other objects for some sources."""
        objects = [replaced.get(path, name) for path, name in self.objects.items()]
        faster = ['-fuse-ld=gold'] if shutil.which('ld.gold') else []
        run(['cc', '-shared', f'-Wl,-soname,{LIBRARY}', '-o', os.path.join(folder, LIBRARY)] + faster + objects + list(more) +
            self.libraries, cwd=self.build)

    def compile(self, path, source, output, more=()):
        """Compiles SOURCE as what is at PATH. Returns whether it does."""
        command = list(self.commands[path])
        command[command.index('-o') + 1] = output
        command[-1] = source
        for flag in ('-MF', '-MQ'):
            if flag in command:
                del command[command.index(flag):command.index(flag) + 2]
        command = [word for word in command if word not in ('-MD', '-MMD') and not word.startswith('-Werror')]
        where = os.path.dirname(os.path.join(self.copy, path))
        return subprocess.run(command[:-1] + ['-w', '-iquote', where, *more, source], cwd=self.build, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode == 0

    def list_tests(self):
        wanted = {suite for suites in SUITES.values() for suite in suites} | set(LATER_SUITES)
        tests = []
        for test in json.loads(run(['meson', 'introspect', '--tests', self.build])):
            suites = {suite.split(':')[-1] for suite in test['suite']}
            if suites & wanted and 'long' not in suites:
                tests.append(Test(test, suites))
        return tests


class Test:
    def __init__(self, data, suites):
        self.name, self.command, self.suites = data['name'], data['cmd'], suites
        self.folder, self.depends = data['workdir'], data['depends']
        self.environment = data['env']
        self.seconds = 0
        self.functions = set()
        self.n_caught = 0

    def get_key(self):
        """Changes when the test does."""
        digest = hashlib.sha256(json.dumps(self.command).encode())
        for word in self.command[:2]:
            if os.path.isfile(word):
                with open(word, 'rb') as file:
                    digest.update(file.read())
        return digest.hexdigest()

    def run(self, library, scratch, cpu, seconds, environment=()):
        """Runs against the core in LIBRARY. Returns why it failed, None if it did not, and what it took."""
        home = tempfile.mkdtemp(dir=scratch)
        variables = {**os.environ, **self.environment, 'LD_LIBRARY_PATH': library, 'TMPDIR': home, 'HOME': home,
                     'MALLOC_PERTURB_': '165', **dict(environment)}

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
            # JavaScriptCore takes much that it never uses.
            if not self.suites & set(LATER_SUITES):
                resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, 3 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        start = time.monotonic()
        with open(os.path.join(home, 'output'), 'w+b') as output:
            process = subprocess.Popen(self.command, cwd=self.folder, env=variables, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit)
            why = None
            try:
                process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                why = 'takes too long'
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            output.seek(0, os.SEEK_END)
            output.seek(max(0, output.tell() - 4000))
            last = output.read().decode(errors='replace')
        shutil.rmtree(home, ignore_errors=True)
        if why is None and process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            why = 'takes too long'
        elif why is None and (process.returncode != 0 or re.search(r'^\s*not ok', last, re.M)):
            said = re.findall(r'(?:Bail out! )?.*?(?:ERROR:[^:]*:\d+:|ERROR \*\*: |^not ok )(.*)', last, re.M)
            why = said[0][:160] if said else f'ends with {process.returncode}'
        return why, time.monotonic() - start


class Counters:
    """Which functions a test comes to: found with a core that counts, and remembered for tests that have not changed."""

    def __init__(self, build, folder, scratch):
        self.build, self.folder, self.scratch = build, os.path.join(folder, 'counting'), scratch
        self.remembered_path = os.path.join(folder, 'counted.json')
        self.key = self.get_key()
        try:
            self.remembered = json.loads(read(self.remembered_path))
        except (OSError, ValueError):
            self.remembered = {}
        if self.remembered.get('key') != self.key:
            self.remembered = {'key': self.key, 'tests': {}}

    def get_key(self):
        digest = hashlib.sha256()
        for name in sorted(self.build.objects.values()):
            with open(os.path.join(self.build.build, name), 'rb') as file:
                digest.update(file.read())
        return digest.hexdigest()

    def make_library(self):
        os.makedirs(self.folder, exist_ok=True)
        replaced, wanted = {}, []
        for path in self.build.commands:
            replaced[path] = os.path.join(self.folder, path.replace('/', '_') + '.o')
            wanted.append(path)
        more = ['-O1', '-fno-inline', '-fno-ipa-icf', '-fsanitize-coverage=trace-pc']

        def make(path):
            if not self.build.compile(path, os.path.join(self.build.copy, path), replaced[path], more):
                raise Problem(f'{path} does not compile with counters')

        with concurrent.futures.ThreadPoolExecutor(self.build.jobs) as pool:
            list(pool.map(make, wanted))
        source, counters = os.path.join(self.folder, 'counters.c'), os.path.join(self.folder, 'counters.o')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(COUNTERS)
        run(['cc', '-O1', '-fPIC', '-c', source, '-o', counters])
        self.build.link(self.folder, replaced, [counters])

    def list_functions(self):
        """Address and (file, name) of each function of the core."""
        output = run(['readelf', '-sW', os.path.join(self.folder, LIBRARY)])
        files, found, current = {}, [], ''
        for path in self.build.commands:
            for name, _, _, _ in find_all_functions(read(os.path.join(self.build.copy, path))):
                files.setdefault(name, os.path.basename(path))
        for line in output.splitlines():
            words = line.split()
            if len(words) < 8 or words[3] not in ('FILE', 'FUNC') or words[6] == 'UND':
                continue
            if words[3] == 'FILE':
                current = words[7]
            else:
                name = words[7].split('.')[0].split('@')[0]
                found.append((int(words[1], 16), (current if words[4] == 'LOCAL' else files.get(name, ''), name)))
        return sorted(found)

    def count(self, tests):
        missing = [test for test in tests if test.get_key() not in self.remembered['tests']]
        if missing:
            self.make_library()
            functions = self.list_functions()
            addresses = [address for address, _ in functions]
            size = os.path.getsize(os.path.join(self.folder, LIBRARY))
            print(f'Running {len(missing)} tests with counters …', flush=True)
            try:
                with concurrent.futures.ThreadPoolExecutor(self.build.jobs) as pool:
                    list(pool.map(lambda test: self.count_one(test, size, functions, addresses), missing))
            finally:
                with open(self.remembered_path, 'w', encoding='utf-8') as file:
                    json.dump(self.remembered, file)
        for test in tests:
            remembered = self.remembered['tests'][test.get_key()]
            test.seconds = remembered['seconds']
            test.functions = {tuple(function) for function in remembered['functions']}

    def count_one(self, test, size, functions, addresses):
        with tempfile.NamedTemporaryFile(dir=self.scratch) as file:
            file.truncate(2 * size)
            why, seconds = test.run(self.folder, self.scratch, 1800, 1800, {'LS_MUTATE_MAP': file.name}.items())
            if why is not None:
                raise Problem(f'The test “{test.name}” fails without any change: {why}')
            file.seek(0)
            data = file.read()
        found = set()
        place = data.find(b'\1')
        while place >= 0:
            i = bisect.bisect_right(addresses, place - 1) - 1
            if i >= 0:
                found.add(functions[i][1])
                following = addresses[i + 1] if i + 1 < len(addresses) else len(data)
                place = data.find(b'\1', max(following, place + 1))
            else:
                place = data.find(b'\1', place + 1)
        self.remembered['tests'][test.get_key()] = {'seconds': seconds, 'functions': sorted(found)}
