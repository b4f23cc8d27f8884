/* The program around own_names.c where that is a shared library of its own, ahead of this one in the search for names. */
int host_main(void);

int main(void) {
    return host_main();
}
